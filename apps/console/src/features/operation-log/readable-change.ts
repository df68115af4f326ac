import { billStateWords } from '@xyxlx/contracts/bill';
import {
  consumptionCategoryWords,
  consumptionStateWords,
  consumptionTypeWords,
  payChannelWords,
} from '@xyxlx/contracts/consumption';
import { employeeStateWords } from '@xyxlx/contracts/employee';
import type { Label } from '@xyxlx/contracts/endpoint';
import { adjustmentSourceWords, adjustmentTypeWords } from '@xyxlx/contracts/limit';
import { lotteryStateWords, prizeTypeWords } from '@xyxlx/contracts/lottery';
import { merchantStateWords } from '@xyxlx/contracts/merchant';
import { operationResultWords } from '@xyxlx/contracts/operation-log';
import { type Permission, permissionLabel, permissions, permissionTree } from '@xyxlx/contracts/permissions';
import { yuanText } from '../../lib/money.ts';
import { momentText } from '../../lib/time.ts';
import { moduleLabels } from './module-name.ts';

/** One changed field: texts as they are shown, or for lists what came, what went and how much stayed. */
type ReadableChange = { before: readonly string[]; after: readonly string[]; same: number };

const states: Record<string, Label> = {
  ACTIVE: { zh: '正常', en: 'Active' },
  DISABLED: { zh: '停用', en: 'Disabled' },
  LOCKED: { zh: '锁定', en: 'Locked' },
  PENDING: { zh: '待审核', en: 'Pending' },
  APPROVED: { zh: '已通过', en: 'Approved' },
  REJECTED: { zh: '已驳回', en: 'Rejected' },
  WITHDRAWN: { zh: '已撤回', en: 'Withdrawn' },
  CANCELLED: { zh: '已取消', en: 'Cancelled' },
  SUSPENDED: { zh: '停用', en: 'Suspended' },
  EXPIRED: { zh: '已到期', en: 'Expired' },
  CHECKING: { zh: '校验中', en: 'Being checked' },
  READY: { zh: '待确认', en: 'To be confirmed' },
  RUNNING: { zh: '执行中', en: 'Running' },
  DONE: { zh: '成功', en: 'Done' },
  PARTLY_DONE: { zh: '部分成功', en: 'Partly done' },
  FAILED: { zh: '失败', en: 'Failed' },
  UNDOING: { zh: '撤销中', en: 'Being undone' },
  UNDONE: { zh: '已撤销', en: 'Undone' },
  UNBOUND: { zh: '未绑定', en: 'Not bound' },
  AUTHORIZING: { zh: '授权中', en: 'Authorising' },
  BOUND: { zh: '已绑定', en: 'Bound' },
  INVALID: { zh: '已失效', en: 'Invalid' },
  RELEASED: { zh: '已解绑', en: 'Released' },
  DRAFT: { zh: '待提交', en: 'Draft' },
  ISSUING: { zh: '开票中', en: 'Being issued' },
  ISSUED: { zh: '已开票', en: 'Issued' },
  REVERSED: { zh: '已红冲', en: 'Reversed' },
};

/** Of what means one thing in one area and another in the next. */
const valuesOf: Record<string, Record<string, Record<string, Label>>> = {
  merchant: { state: merchantStateWords },
  employee: { state: employeeStateWords },
  billChange: { state: employeeStateWords },
  consumption: { state: consumptionStateWords, type: consumptionTypeWords },
  lottery: { state: lotteryStateWords },
  bill: { state: billStateWords },
};

const values: Record<string, Record<string, Label>> = {
  state: states,
  type: adjustmentTypeWords,
  source: adjustmentSourceWords,
  category: consumptionCategoryWords,
  channel: payChannelWords,
  prizeType: prizeTypeWords,
  module: moduleLabels,
  result: operationResultWords,
  domain: { card: { zh: '支付卡与额度', en: 'Cards and limits' } },
  updatePassword: { 0: { zh: '未修改', en: 'Not changed' }, 1: { zh: '已修改', en: 'Changed' } },
  certification: {
    UNVERIFIED: { zh: '未认证', en: 'Not certified' },
    PENDING: { zh: '审核中', en: 'Being checked' },
    VERIFIED: { zh: '已认证', en: 'Certified' },
    REJECTED: { zh: '已驳回', en: 'Rejected' },
  },
  dataScope: {
    ALL: { zh: '全部', en: 'Everything' },
    TENANT: { zh: '本租户', en: 'The tenant' },
    COMPANY_TREE: { zh: '本公司及下级', en: 'The company and below' },
    MERCHANTS: { zh: '指定商户', en: 'Named merchants' },
    SELF: { zh: '仅本人', en: 'Themselves' },
  },
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
  if (typeof value === 'object' && value !== null) {
    // Another record: the name that it had then.
    return 'name' in value && 'id' in value ? String(value.name) : JSON.stringify(value);
  }
  const text = String(value);
  if (instant.test(text)) return momentText(text);
  const known =
    typeof value === 'boolean' ? yesNo[text] : (valuesOf[area]?.[field]?.[text] ?? values[field]?.[text]);
  if (known) return label(known);
  if (field === 'permissions' && permissions.some((one) => one === text)) {
    return label(permissionLabel(text as Permission));
  }
  if (field === 'permissionGroups' && text in permissionTree) {
    return label(permissionTree[text as keyof typeof permissionTree].label);
  }
  return text;
}
