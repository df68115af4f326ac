import type { CaseGraph } from '@xyxlx/contracts/compliance-graph';
import { riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { RowsTable } from '../../../kit/list/rows-table.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { Legend } from './legend.tsx';
import { payerName } from './payer-name.ts';
import { Plot } from './plot.tsx';

const PayeeFlows = lazy(async () => ({ default: (await import('./payee-flows.tsx')).PayeeFlows }));

/** So much of the height a node takes, in pixels. */
const rowHeight = 26;

/** Who shares the payees of the subject: people and cards at both sides, payees between them. */
export function SharedPayees({ graph }: { graph: CaseGraph }) {
  const { t } = useTranslation('compliance/cases');
  // Three columns of names need more room than a phone has.
  const isNarrow = useMedia('(width < 700px)');
  const { payers, payees, links } = graph;
  if (links.length === 0) return null;
  const others = payers.filter(({ isOwn }) => !isOwn).length;
  const most = Math.max(others, payers.length - others, payees.length);
  const rows = links.flatMap((link) => {
    const payer = payers.find(({ id }) => id === link.payerId);
    const payee = payees.find(({ id }) => id === link.payeeId);
    return payer && payee ? { ...link, payer, payee } : [];
  });
  return (
    <Plot
      title={t('shared.title')}
      label={t('shared.label', { payees: payees.length, others })}
      height={Math.max(220, most * rowHeight)}
      legend={
        <Legend
          marks={[
            { label: t('shared.own'), color: 'var(--brand)' },
            { label: t('strip.payee'), color: 'var(--accent)' },
            { label: t('shared.person'), color: 'var(--ink-faint)' },
            { label: t('shared.card'), color: 'var(--info)' },
          ]}
        />
      }
      drawing={isNarrow ? null : <PayeeFlows graph={graph} />}
      table={
        <RowsTable
          name="riskCaseShared"
          label={t('shared.title')}
          rows={rows}
          rowId={({ payerId, payeeId }) => `${payerId} ${payeeId}`}
          columns={(cell) => [
            cell.text('payer', t('shared.payer'), ({ payer }) => payerName(payer), { wraps: true }),
            cell.kind('kind', t('profile.type'), riskSubjectWords, ({ payer }) => payer.kind),
            cell.text('payee', t('strip.payee'), ({ payee }) => payee.name, { wraps: true }),
            cell.count('count', t('payees.count'), ({ count }) => count),
            cell.money('amount', t('field.amount'), ({ amount }) => amount),
          ]}
        />
      }
    />
  );
}
