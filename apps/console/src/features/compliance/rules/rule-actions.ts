import {
  type RiskRuleDetail,
  type RiskRuleVersionRow,
  riskRuleTransitions,
} from '@xyxlx/contracts/compliance-rule';
import type { TFunction } from 'i18next';
import { byState } from '../../../kit/actions/by-state.ts';
import type { RecordAction } from '../../../kit/actions/record-action.ts';
import { api, client } from '../../../lib/api.ts';

/** What can be done with a version of a rule in its state. */
export function versionActions(
  t: TFunction<'compliance'>,
  { version, versions }: Pick<RiskRuleDetail, 'version' | 'versions'>,
): RecordAction<RiskRuleVersionRow>[] {
  const changed = { affects: [api.compliance.pathFilter(), api.approval.pathFilter()] } as const;
  const shadow = byState(riskRuleTransitions, 'startShadow');
  const isTried = versions.some(({ state }) => state === 'SHADOW' || state === 'SUBMITTED');
  return [
    {
      ...changed,
      ...shadow,
      offered: (one) => shadow.offered(one) && !isTried,
      label: t('rules.act.startShadow'),
      look: 'primary',
      ask: { words: t('rules.act.startShadow.words') },
      one: ({ id }) => client.compliance.startShadow.mutate({ id, version }),
    },
    {
      ...changed,
      ...byState(riskRuleTransitions, 'submitRule'),
      label: t('rules.act.submitRule'),
      look: 'primary',
      ask: { words: t('rules.act.submitRule.words'), reason: 'needed' },
      done: t('rules.submitted'),
      one: ({ id }, given) => client.compliance.submitRule.mutate({ id, version, ...given }),
    },
    {
      ...changed,
      ...byState(riskRuleTransitions, 'disableRule'),
      label: t('rules.act.disableRule'),
      look: 'danger',
      ask: { words: t('rules.act.disableRule.words'), reason: 'needed' },
      one: ({ id }, given) => client.compliance.disableRule.mutate({ id, version, ...given }),
    },
  ];
}
