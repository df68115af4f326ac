import { useQuery } from '@tanstack/react-query';
import { overlapKindWords } from '@xyxlx/contracts/rule';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { RowButton } from '../../kit/row-button.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import styles from './overlap-list.module.css';

interface OverlapListProps {
  /** Of one 制度, or of all that are enabled. */
  id?: string;
  onOpen(id: string): void;
}

/** Where 制度 overlap, never decide, end soon or leave people out: warnings, each with the 制度 it is about. */
export function OverlapList({ id, onOpen }: OverlapListProps) {
  const { t } = useTranslation('rule');
  const { data, error } = useQuery(api.rule.explainOverlap.queryOptions(id === undefined ? {} : { id }));
  return (
    <section aria-label={t('overlap.title')}>
      <h3 className={styles.title}>{t('overlap.title')}</h3>
      {error && <p>{failureOf(error).text}</p>}
      {!data && !error && <Skeleton active paragraph={{ rows: 2 }} />}
      {data?.length === 0 && <p className={styles.none}>{t('overlap.none')}</p>}
      {data && data.length > 0 && (
        <ul className={styles.list}>
          {data.map(({ kind, institution, other, words }) => (
            <li key={`${kind} ${institution?.id} ${other?.id}`}>
              <StateTag words={overlapKindWords[kind]} />
              {institution && institution.id !== id && (
                <RowButton onPress={() => onOpen(institution.id)}>{institution.name}</RowButton>
              )}
              <span>{words}</span>
              {other && other.id !== id && (
                <RowButton onPress={() => onOpen(other.id)}>{other.name}</RowButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
