import { useQuery } from '@tanstack/react-query';
import { riskActionWords, riskSeverityWords } from '@xyxlx/contracts/compliance-kinds';
import type { RiskRuleVersionRow } from '@xyxlx/contracts/compliance-rule';
import type { Option } from '@xyxlx/contracts/option';
import { riskSentence } from '@xyxlx/contracts/risk-sentence';
import { payeeName } from '@xyxlx/contracts/risk-words';
import { useTranslation } from 'react-i18next';
import { api } from '../lib/api.ts';
import { currentLanguage } from '../lib/i18n.ts';
import { useLabel } from '../lib/label.ts';

/** The enabled version of a monitoring rule and the one that waits, each as a sentence with what follows from a hit. */
export function RuleSentences({ ruleId }: { ruleId: string }) {
  const { t } = useTranslation('kit');
  const { data } = useQuery(
    api.compliance.getRule.queryOptions({ id: ruleId }, { trpc: { context: { background: true } } }),
  );
  if (!data) return null;
  const before = data.versions.find(({ state }) => state === 'ENABLED');
  const after = data.versions.find(({ state }) => state === 'SUBMITTED');
  return (
    <dl style={{ margin: 0 }}>
      <dt>{t('approval.rule.before')}</dt>
      <dd>{before ? <Version version={before} payees={data.payees} /> : '—'}</dd>
      <dt>{t('approval.rule.after')}</dt>
      <dd>{after ? <Version version={after} payees={data.payees} /> : '—'}</dd>
    </dl>
  );
}

function Version({ version, payees }: { version: RiskRuleVersionRow; payees: readonly Option[] }) {
  const label = useLabel();
  const { no, expression, score, severity, action } = version;
  const follows = [String(score), label(riskSeverityWords[severity]), label(riskActionWords[action])];
  return `v${no} · ${riskSentence(expression, currentLanguage(), payeeName(payees))} · ${follows.join(' · ')}`;
}
