import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, line } from './fields.ts';
import { fileFormat } from './file-format.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** What a calendar says of a day. */
export const calendarKindWords = {
  OFF: { zh: '放假', en: 'Day off', tone: 'bad' },
  WORK: { zh: '上班', en: 'Working day', tone: 'info' },
} as const satisfies WordsOf<string>;
export const calendarKinds = valuesOf(calendarKindWords);
export type CalendarKind = keyof typeof calendarKindWords;

/** The State Council's days, which a platform administrator keeps for all tenants, and a tenant's own above them. */
export const calendarLayerWords = {
  OWN: { zh: '本租户', en: 'Own' },
  NATIONAL: { zh: '国家', en: 'National' },
} as const satisfies WordsOf<string>;
export const calendarLayers = valuesOf(calendarLayerWords);
export type CalendarLayer = keyof typeof calendarLayerWords;

const said = z.strictObject({ kind: z.enum(calendarKinds), name: z.string() });

/** A day that a layer says something of; the own layer stands above the national one. */
export const calendarDay = z.strictObject({
  day,
  own: said.nullable(),
  national: said.nullable(),
});
export type CalendarDayRow = z.infer<typeof calendarDay>;

const year = z.int().min(2000).max(2100);
const layer = z.enum(calendarLayers).default('OWN');

export const workCalendar = {
  queryDay: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'creditlimit.view',
    summary: {
      zh: '工作日历：一年中放假与调休的日子；其余按周一至周五上班',
      en: 'The work calendar of a year: days off and worked that are not as Monday to Friday have it',
    },
    input: z.strictObject({ year }),
    output: z.strictObject({
      /** Whether the year has any day; without, what goes by the calendar waits for it. */
      isPublished: z.boolean(),
      days: z.array(calendarDay),
    }),
  }),
  editDay: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.calendar',
    logs: 'workCalendar',
    summary: { zh: '设置某日放假或上班', en: 'Say of a day whether people work' },
    input: z.strictObject({ layer, day, kind: z.enum(calendarKinds), name: line(20) }),
    output: calendarDay,
  }),
  deleteDay: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'creditlimit.calendar',
    logs: 'workCalendar',
    summary: { zh: '取消某日的设置', en: 'Take back what was said of a day' },
    input: z.strictObject({ layer, day }),
    output: calendarDay,
  }),
  importDay: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'creditlimit.calendar',
    logs: 'workCalendar',
    logsDone: false,
    idempotent: true,
    summary: { zh: '导入工作日历', en: 'Import days of the work calendar' },
    input: z.strictObject({ layer }),
    output: z.strictObject({ jobId: z.uuid() }),
  }),
  dayTemplate: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'creditlimit.calendar',
    logs: 'export',
    logsDone: false,
    summary: { zh: '工作日历导入模板', en: 'The sheet that importDay takes' },
    input: z.strictObject({ format: fileFormat }),
    output: z.null(),
  }),
};
