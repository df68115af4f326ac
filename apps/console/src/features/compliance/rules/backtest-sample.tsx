import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BacktestHitRow } from '@xyxlx/contracts/compliance-backtest';
import { type RiskOutcome, riskOutcomeWords } from '@xyxlx/contracts/compliance-case-kinds';
import { riskBacktestSideWords } from '@xyxlx/contracts/compliance-kinds';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../../kit/filters/enum-options.ts';
import { SubList } from '../../../kit/list/sub-list.tsx';
import { api } from '../../../lib/api.ts';
import { useLabel, wordsText } from '../../../lib/label.ts';
import { useCan } from '../../../lib/me.ts';
import { factText } from '../facts/fact-text.ts';

/** A sample of what was found, each with what it was compared by; whoever works cases says what it was. */
export function BacktestSample({ backtestId }: { backtestId: string }) {
  const { t } = useTranslation('compliance');
  return (
    <SubList
      name="backtestHit"
      label={t('rules.backtest.sample')}
      query={api.compliance.queryBacktestHit}
      asked={{ id: backtestId, sample: true }}
      rowId={({ id }) => id}
      columns={(cell) => [
        cell.moment('at', t('rules.hit.at'), (row) => row.at),
        cell.text('subject', t('rules.hit.subject'), (row) => row.subjectName),
        cell.money('amount', t('rules.hit.amount'), (row) => row.amount),
        cell.kind('side', t('rules.hit.side'), riskBacktestSideWords, (row) => row.side),
        cell.text('facts', t('rules.hit.facts'), ({ facts }) => wordsText(facts.map(factText))),
        cell.custom('label', t('rules.hit.label'), (row) => <Verdict hit={row} />),
      ]}
    />
  );
}

function Verdict({ hit }: { hit: BacktestHitRow }) {
  const { t } = useTranslation('compliance');
  const label = useLabel();
  const can = useCan();
  const queryClient = useQueryClient();
  const work = useMutation(
    api.compliance.labelHit.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(api.compliance.pathFilter()),
    }),
  );
  if (!can('compliance.audit')) return hit.label ? label(riskOutcomeWords[hit.label]) : '—';
  return (
    <Select<RiskOutcome>
      size="small"
      style={{ width: 130 }}
      aria-label={t('rules.hit.label')}
      placeholder={t('rules.hit.label')}
      value={hit.label}
      loading={work.isPending}
      options={enumOptions(riskOutcomeWords)}
      onChange={(outcome) => work.mutate({ id: hit.id, outcome })}
    />
  );
}
