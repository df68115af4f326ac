import { approvalStateWords } from '@xyxlx/contracts/approval';
import { billStateWords } from '@xyxlx/contracts/bill';
import { limitBatchStateWords } from '@xyxlx/contracts/bill-change';
import { bindingStateWords, channelWords } from '@xyxlx/contracts/channel';
import { certificationStateWords } from '@xyxlx/contracts/company';
import {
  riskCaseStateWords,
  riskCaseTodoWords,
  riskOutcomeWords,
  riskReportKindWords,
} from '@xyxlx/contracts/compliance-case-kinds';
import { riskSeverityWords, riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import {
  consumptionCategoryWords,
  consumptionStateWords,
  consumptionTypeWords,
  payChannelWords,
} from '@xyxlx/contracts/consumption';
import { employeeStateWords } from '@xyxlx/contracts/employee';
import { enabledStateWords } from '@xyxlx/contracts/enabled-state';
import type { Label } from '@xyxlx/contracts/endpoint';
import { invoiceApplicationStateWords } from '@xyxlx/contracts/invoice';
import { adjustmentSourceWords, adjustmentTypeWords } from '@xyxlx/contracts/limit';
import { lotteryStateWords, prizeTypeWords } from '@xyxlx/contracts/lottery';
import { merchantStateWords } from '@xyxlx/contracts/merchant';
import { operationResultWords } from '@xyxlx/contracts/operation-log';
import { type Permission, permissionLabel, permissions, permissionTree } from '@xyxlx/contracts/permissions';
import { feeText, platformTypeWords } from '@xyxlx/contracts/platform';
import { platformAccountKindWords, platformAccountStateWords } from '@xyxlx/contracts/platform-account';
import { dataScopeWords } from '@xyxlx/contracts/role';
import { withoutRuleWords } from '@xyxlx/contracts/rule';
import type { Condition } from '@xyxlx/contracts/rule-condition';
import { excessWords, institutionStateWords, scopeKindWords } from '@xyxlx/contracts/rule-institution';
import { ruleSentence } from '@xyxlx/contracts/rule-sentence';
import { storeStateWords } from '@xyxlx/contracts/store';
import { tenantStateWords } from '@xyxlx/contracts/tenant';
import { userStateWords } from '@xyxlx/contracts/user-administration';
import { yuanText } from '../../lib/money.ts';
import { momentText } from '../../lib/time.ts';
import { moduleLabels } from './module-name.ts';

/** One changed field: texts as they are shown, or for lists what came, what went and how much stayed. */
type ReadableChange = { before: readonly string[]; after: readonly string[]; same: number };

/** States and kinds by the record they belong to, or by the area whose list was exported. */
const valuesOfRecord: Record<string, Record<string, Record<string, Label>>> = {
  approval: { state: approvalStateWords },
  bill: { state: billStateWords },
  billChange: { state: employeeStateWords },
  brand: { state: enabledStateWords },
  channel: { state: bindingStateWords, channel: channelWords },
  channelBinding: { state: bindingStateWords, channel: channelWords },
  consumption: { state: consumptionStateWords, type: consumptionTypeWords },
  employee: { state: employeeStateWords },
  institution: { state: institutionStateWords },
  invoice: { state: invoiceApplicationStateWords },
  limitBatch: { state: limitBatchStateWords },
  lottery: { state: lotteryStateWords },
  merchant: { state: merchantStateWords },
  platform: { state: enabledStateWords, type: platformTypeWords },
  platformAccount: { state: platformAccountStateWords, kind: platformAccountKindWords },
  riskCase: { state: riskCaseStateWords },
  riskReport: { kind: riskReportKindWords },
  compliance: { state: riskCaseStateWords },
  store: { state: storeStateWords },
  tenant: { state: tenantStateWords },
  user: { state: userStateWords },
  userAccount: { state: userStateWords },
};

const values: Record<string, Record<string, Label>> = {
  type: adjustmentTypeWords,
  source: adjustmentSourceWords,
  category: consumptionCategoryWords,
  categories: consumptionCategoryWords,
  channel: payChannelWords,
  certification: certificationStateWords,
  dataScope: dataScopeWords,
  outcome: riskOutcomeWords,
  severity: riskSeverityWords,
  subjectType: riskSubjectWords,
  todo: riskCaseTodoWords,
  excess: excessWords,
  prizeType: prizeTypeWords,
  withoutRule: withoutRuleWords,
  module: moduleLabels,
  result: operationResultWords,
  domain: { card: { zh: '支付卡与额度', en: 'Cards and limits' } },
  updatePassword: { 0: { zh: '未修改', en: 'Not changed' }, 1: { zh: '已修改', en: 'Changed' } },
};

const yesNo: Record<string, Label> = { true: { zh: '是', en: 'Yes' }, false: { zh: '否', en: 'No' } };
const money = /(amount|limit|balance|ceiling|fee)$/i;
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A changed field as a person reads it; `path` is its name, `area` the kind of record it belongs to, of an export the area of the list. */
export function readableChange(
  path: string,
  area: string,
  { before, after }: { before: unknown; after: unknown },
  label: (words: Label) => string,
): ReadableChange {
  const field = path.split('.').at(-1) ?? path;
  const say = (value: unknown) => words(field, area, value, label);
  const was = Array.isArray(before) ? before.map(say) : null;
  const is = Array.isArray(after) ? after.map(say) : null;
  if (!was && !is) return { before: texts(say, before), after: texts(say, after), same: 0 };
  const gone = (was ?? []).filter((one) => !is?.includes(one));
  const come = (is ?? []).filter((one) => !was?.includes(one));
  return { before: gone, after: come, same: (is?.length ?? 0) - come.length };
}

/** The value at a path of nested objects; undefined where there is none. */
export function valueAt(values: Record<string, unknown> | null, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined,
      values,
    );
}

function texts(say: (value: unknown) => string, value: unknown): string[] {
  return value === null || value === undefined || value === '' ? [] : [say(value)];
}

function words(field: string, area: string, value: unknown, label: (words: Label) => string): string {
  if (typeof value === 'number' && money.test(field)) return `¥${yuanText(value)}`;
  if (typeof value === 'number' && field === 'feeBps') return feeText(value);
  if (field === 'rules' && Array.isArray(value)) {
    return label(ruleSentence(value as Condition[], { yuan: yuanText }));
  }
  if (typeof value === 'object' && value !== null) {
    if (isScopeLine(value)) return scopeWords(value, label);
    // Another record: the name that it had then.
    return 'name' in value && 'id' in value ? String(value.name) : JSON.stringify(value);
  }
  const text = String(value);
  if (instant.test(text)) return momentText(text);
  const known =
    typeof value === 'boolean'
      ? yesNo[text]
      : (valuesOfRecord[area]?.[field]?.[text] ?? values[field]?.[text]);
  if (known) return label(known);
  if (field === 'permissions' && permissions.some((one) => one === text)) {
    return label(permissionLabel(text as Permission));
  }
  if (field === 'permissionGroups' && text in permissionTree) {
    return label(permissionTree[text as keyof typeof permissionTree].label);
  }
  return text;
}

/** Whom a 制度 is for, as its log keeps a line of it. */
interface ScopeLine {
  kind: keyof typeof scopeKindWords;
  excluded: boolean;
  values: string[];
}

function isScopeLine(value: object): value is ScopeLine {
  return 'kind' in value && 'excluded' in value && 'values' in value;
}

function scopeWords({ kind, excluded, values: named }: ScopeLine, label: (words: Label) => string): string {
  const words = [label(scopeKindWords[kind]), ...named].join(' ');
  return excluded ? label({ zh: `排除 ${words}`, en: `except ${words}` }) : words;
}
