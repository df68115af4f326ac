import { useQuery } from '@tanstack/react-query';
import { maxCasesAtWork, type RiskCaseRow } from '@xyxlx/contracts/compliance-case';
import { Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { minuteText } from '../../../lib/time.ts';
import { DueRing } from '../cases/due-ring.tsx';
import { SeverityScore } from '../cases/severity-score.tsx';
import { ClaimNext } from './claim-next.tsx';
import styles from './desk.module.css';

/** How often a desk looks whether somebody else has changed something, in ms. */
const lookEvery = 30_000;
const looked = { refetchInterval: lookEvery, trpc: { context: { background: true } } } as const;

interface MyCasesProps {
  openId: string | null;
  onOpen(id: string): void;
}

/** What one works, the most urgent first, what waits for a second person, and the next case to take. */
export function MyCases({ openId, onOpen }: MyCasesProps) {
  const { t } = useTranslation('compliance/cases');
  const desk = useQuery(api.compliance.getDesk.queryOptions(undefined, looked));
  const working = useQuery(
    api.compliance.queryCase.queryOptions(
      { mine: true, state: ['WORKING'], pageSize: maxCasesAtWork },
      looked,
    ),
  );
  const closing = useQuery(
    api.compliance.queryCase.queryOptions({ mine: true, state: ['CLOSING'], pageSize: 20 }, looked),
  );
  const mine = working.data?.list;
  const waiting = closing.data?.list ?? [];
  return (
    <>
      <ClaimNext toClaim={desk.data?.toClaim} onTaken={onOpen} />
      {desk.data?.toClaim === 0 && (
        <p role="status" className={styles.hint}>
          {t('desk.cleared', { count: desk.data.closedToday })}
        </p>
      )}
      <h2>{t('desk.working', { count: mine?.length ?? 0, most: maxCasesAtWork })}</h2>
      {!mine && <Skeleton active paragraph={{ rows: 4 }} />}
      {mine?.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('desk.nothingToDo')} />
      )}
      {mine && <Cases rows={mine} openId={openId} onOpen={onOpen} />}
      {waiting.length > 0 && (
        <>
          <h2>{t('desk.closing', { count: closing.data?.total ?? 0 })}</h2>
          <Cases rows={waiting} openId={openId} onOpen={onOpen} />
        </>
      )}
    </>
  );
}

function Cases({ rows, openId, onOpen }: MyCasesProps & { rows: readonly RiskCaseRow[] }) {
  const { t } = useTranslation('compliance/cases');
  return (
    <ul className={styles.cases}>
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className={styles.one}
            aria-current={row.id === openId}
            onClick={() => onOpen(row.id)}
          >
            <DueRing of={row} />
            <span className={styles.words}>
              <span className={styles.subject}>{row.subject.name}</span>
              <span className={styles.line}>
                <SeverityScore of={row} />
                {row.rule.name}
              </span>
              <span className={`figures ${styles.hint}`}>{t('desk.due', { at: minuteText(row.dueAt) })}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
