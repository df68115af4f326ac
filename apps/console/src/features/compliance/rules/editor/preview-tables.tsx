import type { RiskPreview } from '@xyxlx/contracts/compliance-preview';
import { useTranslation } from 'react-i18next';
import { RowsTable } from '../../../../kit/list/rows-table.tsx';
import { countText } from '../../../../lib/money.ts';
import { daysOf } from './days-of.ts';

/** So many of those who would be hit are named. */
const mostNamed = 20;

/** Who would be hit, the first of them by name. */
export function PreviewHits({ preview: { hits } }: { preview: RiskPreview }) {
  const { t } = useTranslation('compliance');
  const shown = Math.min(hits.length, mostNamed);
  const label = t('rules.preview.first', { shown: countText(shown), hits: countText(hits.length) });
  return (
    <RowsTable
      name="riskPreviewHit"
      label={label}
      rows={hits.slice(0, mostNamed)}
      rowId={({ at, subject }) => `${subject.id} ${at}`}
      columns={(cell) => [
        cell.moment('at', t('rules.hit.at'), ({ at }) => at),
        cell.text('subject', t('rules.hit.subject'), ({ subject }) => subject.name),
        cell.money('amount', t('rules.hit.amount'), ({ amount }) => amount),
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
