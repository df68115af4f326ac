import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, keyword, label } from './fields.ts';
import { pageInput, pageOf } from './paging.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** How a run of a task ended. */
export const taskOutcomes = ['SUCCEEDED', 'FAILED'] as const;

/** How the newest run of a task stands; late is what no replica has begun for minutes, or not ended for a quarter of an hour. */
export const scheduledTaskStateWords = {
  NEVER: { zh: '尚未执行', en: 'Not run yet', tone: 'quiet' },
  ASKED: { zh: '等待执行', en: 'Asked for', tone: 'waiting' },
  RUNNING: { zh: '执行中', en: 'Running', tone: 'info' },
  SUCCEEDED: { zh: '成功', en: 'Done', tone: 'good' },
  FAILED: { zh: '失败', en: 'Failed', tone: 'bad' },
  LATE: { zh: '未按时执行', en: 'Late', tone: 'bad' },
} as const satisfies WordsOf<string>;
export const scheduledTaskStates = valuesOf(scheduledTaskStateWords);
export type ScheduledTaskState = keyof typeof scheduledTaskStateWords;

/** What the service does by the clock, every minute for all tenants, and how it went. */
const scheduledTaskRow = z.strictObject({
  id,
  /** Its name in the service's log. */
  name: z.string(),
  title: label,
  /** When it finds something to do. */
  due: label,
  state: z.enum(scheduledTaskStates),
  startedAt: instant.nullable(),
  /** How long the newest run that ended took, in ms. */
  tookMs: z.int().min(0).nullable(),
  /** When it is begun next; null while it is late. */
  nextAt: instant.nullable(),
  /** Runs that failed since the last one that did not. */
  failuresInRow: z.int().min(0),
  /** The newest failure, also of long ago. */
  failedAt: instant.nullable(),
  failure: label.nullable(),
  /** Who last asked for it to be run at once. */
  askedAt: instant.nullable(),
  askedBy: z.string().nullable(),
});
export type ScheduledTaskRow = z.infer<typeof scheduledTaskRow>;

/** The service's own, of no tenant: for platform administrators alone. */
export const scheduledTask = {
  queryScheduledTask: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'service.view',
    summary: { zh: '计划任务列表', en: 'List scheduled tasks' },
    input: pageInput(['place', 'startedAt', 'tookMs', 'failedAt'], {
      /** In its title or its name. */
      keyword: keyword.optional(),
      state: z.array(z.enum(scheduledTaskStates)).min(1).optional(),
    }),
    output: pageOf(scheduledTaskRow),
  }),
  getScheduledTask: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'service.view',
    summary: { zh: '计划任务详情', en: 'One scheduled task' },
    input: z.strictObject({ id }),
    output: scheduledTaskRow,
  }),
  runScheduledTask: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'service.run',
    logs: 'scheduledTask',
    summary: { zh: '立即执行计划任务', en: 'Run a scheduled task at once' },
    input: z.strictObject({ id }),
    output: scheduledTaskRow,
  }),
};
