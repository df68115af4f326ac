import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, id, instant, keyword, label, noInput } from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, tenantFilter } from './paging.ts';
import { valuesOf, type WordsOf } from './words.ts';

const named = z.strictObject({ id, name: z.string() });

/** Done, refused by a rule, failed in the service: only the first changed anything. */
export const operationResultWords = {
  SUCCESS: { zh: '成功', en: 'Done', tone: 'good' },
  REFUSED: { zh: '被拒绝', en: 'Refused', tone: 'waiting' },
  FAILED: { zh: '失败', en: 'Failed', tone: 'bad' },
} as const satisfies WordsOf<string>;
const operationResults = valuesOf(operationResultWords);
export type OperationResult = keyof typeof operationResultWords;

const operationLogRow = z.strictObject({
  id,
  /** Its number in the tenant's chain; null until it is sealed, a moment after it was written. */
  seq: z.int().nullable(),
  traceId: z.string(),
  actor: z.strictObject({
    id: id.nullable(),
    name: z.string(),
    roles: z.array(z.string()),
    /** Their own tenant where it is not the record's: a platform administrator at work. */
    tenant: named.nullable(),
  }),
  /** The record's, whose log it is. */
  tenant: named,
  module: z.string(),
  action: z.string(),
  /** The action in words. */
  actionLabel: label,
  target: z.strictObject({ type: z.string(), id: z.string(), label: z.string() }),
  reason: z.string().nullable(),
  result: z.enum(operationResults),
  /** Why it was not done, as the caller was told; null for what was done. */
  failure: z.strictObject({ code: z.int(), message: label }).nullable(),
  ip: z.string(),
  agent: z.string(),
  durationMs: z.int().nullable(),
  createdAt: instant,
});
export type OperationLogRow = z.infer<typeof operationLogRow>;

/** The areas of the card domain (支付卡管理), whose slice of the log has a screen of its own; an area that joins it adds its name. */
export const cardModules = ['limit', 'billChange', 'card', 'order', 'topup', 'own'] as const;

const filters = {
  ...tenantFilter,
  /** Only what concerns the payment cards and limits. */
  domain: z.enum(['card']).optional(),
  /** Part of a target's name. */
  keyword: keyword.optional(),
  module: keyword.optional(),
  action: keyword.optional(),
  actorId: id.optional(),
  targetType: keyword.optional(),
  targetId: z.string().max(100).optional(),
  result: z.array(z.enum(operationResults)).min(1).optional(),
  /** The id of a request, as its answer's `X-Request-Id` said. */
  traceId: z.string().max(100).optional(),
  from: day.optional(),
  to: day.optional(),
};

/** One thing that is wrong with a log; `seq` is the number of the row. */
const integrityProblem = z.strictObject({
  seq: z.int(),
  logId: id.nullable(),
  kind: z.enum(['edited', 'removed', 'sealMissing', 'sealForged', 'cutOff', 'inserted', 'unsealed']),
  explanation: z.string(),
});

export const operationLog = {
  queryOperationLog: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'operationlog.view',
    summary: { zh: '操作日志', en: 'List the operation log' },
    input: cursorPageInput(['createdAt'], filters),
    output: cursorPageOf(operationLogRow),
  }),
  getOperationLog: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'operationlog.view',
    summary: { zh: '操作日志详情', en: 'One row of the operation log' },
    input: z.strictObject({ id }),
    output: operationLogRow.extend({
      /** What changed, field by field, as a person reads it. */
      changes: z.array(
        z.strictObject({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
      before: z.record(z.string(), z.unknown()).nullable(),
      after: z.record(z.string(), z.unknown()).nullable(),
      seal: z.strictObject({ hash: z.string(), previous: z.string(), sealedAt: instant }).nullable(),
    }),
  }),
  queryLogActor: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'operationlog.view',
    summary: { zh: '日志中的操作人（供筛选）', en: 'Who is in the log, to filter by' },
    input: z.strictObject({ keyword: keyword.optional() }),
    output: z.array(option),
  }),
  queryLogAction: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'operationlog.view',
    summary: { zh: '日志中的操作（供筛选）', en: 'What can be in the log, to filter by' },
    input: noInput,
    output: z.array(z.strictObject({ module: z.string(), action: z.string(), label })),
  }),
  exportOperationLog: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'operationlog.export',
    logs: 'export',
    summary: {
      zh: '导出操作日志（导出本身也记日志）',
      en: 'Export the operation log; the export is logged too',
    },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
  verifyIntegrity: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'operationlog.verify',
    logs: 'operationLog',
    summary: { zh: '验证完整性', en: 'Verify that no row was edited, removed or cut off' },
    input: noInput,
    output: z.strictObject({
      ok: z.boolean(),
      tenants: z.array(
        z.strictObject({
          tenant: z.strictObject({ id, name: z.string() }),
          ok: z.boolean(),
          checked: z.int(),
          head: z.strictObject({ seq: z.int(), hash: z.string() }).nullable(),
          problems: z.array(integrityProblem),
        }),
      ),
    }),
  }),
};
