import { riskBacktestSides, riskBacktestSideWords } from '@xyxlx/contracts/compliance-kinds';
import type { RiskPreview } from '@xyxlx/contracts/compliance-preview';
import { useTranslation } from 'react-i18next';
import { RowsTable } from '../../../../kit/list/rows-table.tsx';
import { ToneTag } from '../../../../kit/tone-tag.tsx';
import { useLabel } from '../../../../lib/label.ts';
import { countText } from '../../../../lib/money.ts';
import styles from '../rules.module.css';
import { daysOf } from './days-of.ts';

/** So many of those who would be hit are named. */
const mostNamed = 20;

/** As the dots of the plot are coloured. */
const tones = { BOTH: 'quiet', NEW: 'bad', OLD: 'waiting' } as const;

/** What the enabled version finds in the same days, beside what stands in the editor. */
export function BesideEnabled({ beside }: { beside: NonNullable<RiskPreview['beside']> }) {
  const { t } = useTranslation('compliance');
  const label = useLabel();
  const counts = { BOTH: beside.both, NEW: beside.onlyNew, OLD: beside.onlyOld.length };
  return (
    <div className={styles.row}>
      {t('rules.preview.beside', { no: beside.no })}
      {riskBacktestSides.map((side) => (
        <ToneTag key={side} tone={tones[side]}>
          {label(riskBacktestSideWords[side])} {countText(counts[side])}
        </ToneTag>
      ))}
    </div>
  );
}

/** Who would be hit, the first of them by name; beside an enabled version also whom only that one hits. */
export function PreviewHits({ preview: { hits, beside } }: { preview: RiskPreview }) {
  const { t } = useTranslation('compliance');
  const label = useLabel();
  // What changes comes first.
  const all = [
    ...(beside?.onlyOld ?? []),
    ...hits.toSorted((a, b) => Number(a.side === 'BOTH') - Number(b.side === 'BOTH')),
  ];
  const shown = Math.min(all.length, mostNamed);
  const name = t(beside ? 'rules.preview.change' : 'rules.preview.first', {
    shown: countText(shown),
    hits: countText(all.length),
  });
  return (
    <RowsTable
      name="riskPreviewHit"
      label={name}
      rows={all.slice(0, mostNamed)}
      rowId={({ at, subject, side }) => `${subject.id} ${at} ${side}`}
      columns={(cell) => [
        cell.moment('at', t('rules.hit.at'), ({ at }) => at),
        cell.text('subject', t('rules.hit.subject'), ({ subject }) => subject.name),
        cell.money('amount', t('rules.hit.amount'), ({ amount }) => amount),
        beside !== null &&
          cell.text('side', t('rules.hit.side'), ({ side }) => label(riskBacktestSideWords[side])),
      ]}
    />
  );
}

/** What the plot shows as figures, day by day. */
export function PreviewDays({ preview }: { preview: RiskPreview }) {
  const { t } = useTranslation('compliance');
  return (
    <details>
      <summary>{t('rules.preview.table')}</summary>
      <RowsTable
        name="riskPreviewDay"
        label={t('rules.preview.table')}
        rows={daysOf(preview)}
        rowId={({ day }) => day}
        columns={(cell) => [
          cell.text('day', t('rules.preview.day'), ({ day }) => day),
          cell.count('records', t('rules.preview.records'), ({ records }) => records),
          cell.money('largest', t('rules.preview.largest'), ({ largest }) => largest),
          cell.count('hits', t('rules.preview.hits'), ({ hits }) => hits),
        ]}
      />
    </details>
  );
}
