import type { IssueBatchState, IssuePlanState } from '@xyxlx/contracts/issue-kinds';
import type { PlanTiming } from '@xyxlx/contracts/issue-schedule';

/** The people of the team that seeded limits are issued to, by their places in it: the last one is frozen. */
export const team = { name: '客户服务部', people: 12, frozen: 12 } as const;

/** When they were born, where it matters: two on the day that most years have not. */
export const birthdays: Readonly<Record<number, string>> = { 3: '1992-02-29', 7: '1996-02-29' };

/** A batch by hand: amounts in fen each, days counted from the day of seeding. */
export interface SeededBatch {
  name: string;
  reason: string;
  state: IssueBatchState;
  amount: number;
  people: readonly number[];
  /** Whose rows failed, wait or were taken back; the others were issued, where the batch was. */
  failed?: readonly number[];
  waiting?: readonly number[];
  voided?: readonly number[];
  madeOn: number;
  issuedOn?: number;
  effectiveOn?: number;
  /** The last day on which it can be spent; without it it never ends. */
  lastDay?: number;
}

const all = Array.from({ length: team.people - 1 }, (_, place) => place + 1);
const everybody = [...all, team.frozen];

/** A batch in every state that lasts. */
export const batches: readonly SeededBatch[] = [
  {
    ...{ name: '季度慰问', reason: '三季度慰问金', state: 'DONE', amount: 10_000, people: all },
    ...{ madeOn: -40, issuedOn: -40 },
  },
  {
    ...{ name: '秋季防护用品', reason: '换季劳保补贴', state: 'DONE', amount: 5_000, people: all },
    ...{ madeOn: -27, issuedOn: -27, lastDay: 3 },
  },
  {
    ...{ name: '团队建设', reason: '四季度团建', state: 'PARTLY_DONE', amount: 8_000, people: everybody },
    ...{ failed: [team.frozen], madeOn: -20, issuedOn: -20, lastDay: 60 },
  },
  {
    ...{ name: '夜班餐补', reason: '十月夜班', state: 'FAILED', amount: 6_000, people: [team.frozen] },
    ...{ failed: [team.frozen], madeOn: -12, issuedOn: -12 },
  },
  {
    ...{ name: '培训补贴', reason: '认证培训', state: 'STOPPED', amount: 12_000, people: all },
    ...{ waiting: all.slice(6), madeOn: -9, issuedOn: -9 },
  },
  {
    ...{ name: '季度慰问（重复）', reason: '与上一批重复', state: 'VOIDED', amount: 10_000, people: all },
    ...{ voided: all, madeOn: -39, issuedOn: -39 },
  },
  {
    ...{ name: '交通补贴', reason: '十月外勤', state: 'PARTLY_VOIDED', amount: 7_000, people: all },
    ...{ voided: all.slice(0, 3), madeOn: -16, issuedOn: -16 },
  },
  { name: '通讯补贴', reason: '金额填写有误', state: 'CANCELLED', amount: 9_000, people: all, madeOn: -8 },
  { name: '项目奖励', reason: '项目未验收', state: 'REJECTED', amount: 500_000, people: all, madeOn: -6 },
  { name: '年度奖励', reason: '年度评优', state: 'SUBMITTED', amount: 500_000, people: all, madeOn: -1 },
  {
    ...{ name: '元旦慰问', reason: '节日慰问', state: 'SCHEDULED', amount: 20_000, people: all, madeOn: -1 },
    ...{ effectiveOn: 7, lastDay: 60 },
  },
  { name: '防寒补贴', reason: '冬季户外作业', state: 'DRAFT', amount: 15_000, people: all, madeOn: -1 },
];

/** A plan: amounts in fen each. */
export interface SeededPlan {
  name: string;
  state: Extract<IssuePlanState, 'DRAFT' | 'SUBMITTED' | 'ENABLED' | 'DISABLED'>;
  timing: Omit<PlanTiming, 'validFrom' | 'validTo' | 'catchUp'>;
  amount: number;
}

/** The plan of a merchant of 南京分公司, whose fund doesn't cover it; the others are the team's. */
export const uncovered: SeededPlan = {
  name: '年度体检',
  state: 'ENABLED',
  timing: {
    schedule: { type: 'DAILY', time: '00:10', restDay: 'AS_IS' },
    accumulation: { kind: 'KEEP', ends: { by: 'DAYS', days: 30 } },
    joiner: 'NEXT',
  },
  amount: 800_000,
};

export const plans: readonly SeededPlan[] = [
  {
    name: '工作日餐补',
    state: 'ENABLED',
    timing: {
      schedule: { type: 'WORKDAY', time: '00:10' },
      accumulation: { kind: 'NONE' },
      joiner: 'NEXT',
    },
    amount: 2_500,
  },
  {
    name: '每月福利',
    state: 'ENABLED',
    timing: {
      schedule: { type: 'MONTHLY', time: '00:10', restDay: 'AS_IS', day: 1 },
      accumulation: { kind: 'CAPPED', cap: 90_000 },
      joiner: 'CALENDAR',
    },
    amount: 30_000,
  },
  {
    name: '生日祝福',
    state: 'ENABLED',
    timing: {
      schedule: { type: 'BIRTHDAY', time: '00:10', restDay: 'AS_IS', lead: 0 },
      accumulation: { kind: 'NONE', days: 30 },
      joiner: 'NEXT',
    },
    amount: 20_000,
  },
  {
    name: '入职欢迎',
    state: 'ENABLED',
    timing: {
      schedule: { type: 'HIRE', time: '00:10', restDay: 'AS_IS', on: { occasion: 'FIRST', days: 0 } },
      accumulation: { kind: 'KEEP', ends: { by: 'NEVER' } },
      joiner: 'NEXT',
    },
    amount: 50_000,
  },
  {
    name: '春节慰问',
    state: 'DRAFT',
    timing: {
      schedule: {
        ...{ type: 'FESTIVAL', time: '00:10', restDay: 'AS_IS', lead: 7 },
        festivals: [{ by: 'CALENDAR', name: '春节' }],
      },
      accumulation: { kind: 'KEEP', ends: { by: 'DAYS', days: 90 } },
      joiner: 'NEXT',
    },
    amount: 50_000,
  },
  {
    name: '周末加班餐补',
    state: 'SUBMITTED',
    timing: {
      schedule: { type: 'WEEKLY', time: '08:00', restDay: 'AS_IS', weekday: 6 },
      accumulation: { kind: 'NONE' },
      joiner: 'FULL',
    },
    amount: 4_000,
  },
  {
    name: '每日饮品',
    state: 'DISABLED',
    timing: {
      schedule: { type: 'DAILY', time: '00:10', restDay: 'AS_IS' },
      accumulation: { kind: 'NONE' },
      joiner: 'NEXT',
    },
    amount: 1_000,
  },
  uncovered,
];
