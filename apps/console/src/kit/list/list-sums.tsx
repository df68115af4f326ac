import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { summedUpTo } from '@xyxlx/contracts/paging';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../lib/failure.ts';
import { countText, yuanText } from '../../lib/money.ts';
import { optionsOf, type QueryOf } from '../../lib/query-of.ts';
import styles from './list-sums.module.css';

/** The figures of everything that is asked for; null where that is too much to add up. */
interface Sums {
  count: number;
  sums: Record<string, number> | null;
}

/** What the records of a list come to. */
export interface SumsSource {
  query: QueryOf<unknown, Sums>;
  /** The figures by the wire's names, in their order. */
  figures: readonly { name: string; label: string }[];
}

interface ListSumsProps {
  source: SumsSource;
  /** The filters as the wire has them. */
  asked: object;
  /** The ids of the picked records. */
  picked: readonly string[];
}

/** What everything that is filtered comes to, and below it what the picked records do. */
export function ListSums({ source, asked, picked }: ListSumsProps) {
  const { t } = useTranslation('kit');
  return (
    <div className={styles.sums}>
      <SumLine label={t('sums.filtered')} source={source} asked={asked} />
      {picked.length > 0 && <SumLine label={t('sums.picked')} source={source} asked={{ ids: picked }} />}
    </div>
  );
}

function SumLine({ label, source, asked }: { label: string; source: SumsSource; asked: object }) {
  const { t } = useTranslation('kit');
  const { data, error, isPlaceholderData } = useQuery({
    // In the background: more rows can be picked before the sums of the first are there.
    ...optionsOf(source.query, asked, { background: true }),
    placeholderData: keepPreviousData,
  });
  return (
    // Figures of the filters before are dimmed until those of the present ones are there.
    <section className={styles.line} aria-label={label} aria-busy={isPlaceholderData || (!data && !error)}>
      <span className={styles.label}>
        {label}
        {data &&
          ` · ${t(data.sums ? 'table.total' : 'table.totalAtLeast', { total: countText(data.count) })}`}
      </span>
      {error ? (
        <span>{failureOf(error).text}</span>
      ) : data && !data.sums ? (
        <span>{t('sums.tooMany', { most: countText(summedUpTo) })}</span>
      ) : (
        <dl>
          {source.figures.map(({ name, label: title }) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd className="figures">{data?.sums ? yuanText(data.sums[name] ?? 0) : '…'}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
