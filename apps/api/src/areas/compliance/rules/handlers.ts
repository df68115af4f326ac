import type { complianceRule as contract } from '@xyxlx/contracts/compliance-rule';
import { queryList } from '../../../platform/lists/query-list.ts';
import type { Handlers } from '../../../wire/implement.ts';
import { addTemplateRules } from './add-template-rules.ts';
import { foundRule, rules } from './rule.sql.ts';
import { disableRule, startShadow, submitRule } from './version-steps.ts';
import { addRule, editRule } from './write-rule.ts';

export const ruleHandlers: Handlers<typeof contract> = {
  queryRule: (call) => queryList(call, rules),
  getRule: (call) => foundRule(call.deps.database.pool, call, call.input.id),
  addRule,
  addTemplateRules,
  editRule,
  startShadow,
  submitRule,
  disableRule,
};
