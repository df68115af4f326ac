import { createHash } from 'node:crypto';
import type { RiskCaseAction, RiskCaseState, RiskOutcome } from '@xyxlx/contracts/compliance-case-kinds';
import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import type { PlantedHit, Story } from './compliance-stories.ts';
import { idOf } from './random.ts';
import { demoPerson } from './tenants.ts';

const hour = 3_600_000;
const slaHours = { URGENT: 4, HIGH: 24, MEDIUM: 72, LOW: 168 } as const;

/** A step of a planted case; without a person the service itself took it. `at` in milliseconds since 1970. */
export interface StepRow {
  action: RiskCaseAction;
  by?: { id: string; name: string };
  at: number;
  after: RiskCaseState;
  note?: string;
  outcome?: RiskOutcome;
}

export interface CaseRow {
  id: string;
  hitId: string;
  caseNo: string;
  hit: PlantedHit;
  fate: Story['fate']['kind'];
  score: number;
  severity: keyof typeof slaHours;
  openedAt: number;
  dueAt: number;
  steps: StepRow[];
}

export const officer = () => demoPerson('compliance-officer');
export const head = () => demoPerson('compliance-head');

export const closing = { outcome: 'EXPLAINED', reason: '同批福利订单取消，商户已逐笔说明原因' } as const;
const said: Record<RiskOutcome, string> = {
  FALSE: '经核对订单与发票，属正常大额采购',
  EXPLAINED: '员工已说明用途，主管邮件予以确认',
  VIOLATION: '代他人刷用额度，已通知所在单位处理',
  FRAUD: '商户与员工串通套取额度，已移交处理',
  REPORTED: '已按规定上报，等待进一步的处理意见',
};

/** The cases of the stories in the order in which they were opened, each with all its steps. */
export function caseRowsOf(stories: readonly Story[], now: number): CaseRow[] {
  const inOrder = [...stories].sort((one, other) => one.hit.foundAt - other.hit.foundAt);
  return inOrder.map((story, place) => caseRowOf(story, place + 1, now));
}

function caseRowOf({ hit, fate }: Story, no: number, now: number): CaseRow {
  const template = riskTemplates.find(({ code }) => code === hit.rule);
  if (!template) throw new Error(`There is no rule ${hit.rule}.`);
  const { score, severity } = template;
  // A minute is the longest that the service takes to make a case of a hit.
  const openedAt = hit.foundAt + 60_000;
  const first = openedAt + slaHours[severity] * hour;
  const steps = stepsOf(fate, openedAt, first, now);
  const last = steps.at(-1) as StepRow;
  const dueAt =
    fate.kind === 'reopened'
      ? last.at + slaHours[severity] * hour
      : fate.kind === 'suspended'
        ? first + suspendedFor(now, last.at)
        : first;
  return {
    ...{ id: undrawnId(hit.who, openedAt), hitId: idOf(`riskHit/${hit.who}`, new Date(hit.foundAt)) },
    ...{
      caseNo: `AJ${String(no).padStart(8, '0')}`,
      hit,
      fate: fate.kind,
      score,
      severity,
      openedAt,
      dueAt,
      steps,
    },
  };
}

/** Until the same time tomorrow. */
export const suspendedUntil = (now: number) => now + 24 * hour;
const suspendedFor = (now: number, at: number) => suspendedUntil(now) - at;

function stepsOf(fate: Story['fate'], openedAt: number, dueAt: number, now: number): StepRow[] {
  const opened: StepRow = { action: 'OPEN', at: openedAt, after: 'NEW' };
  const claimed = (at: number): StepRow => ({ action: 'CLAIM', by: officer(), at, after: 'WORKING' });
  const soon = openedAt + hour / 2;
  switch (fate.kind) {
    case 'new':
      return [opened];
    case 'working':
      return [opened, claimed(now - hour)];
    case 'reported':
      return [
        ...[opened, claimed(now - 2 * hour)],
        { action: 'REPORT', by: officer(), at: now - hour, after: 'WORKING' },
      ];
    case 'overdue':
      return [
        ...[opened, claimed(soon)],
        { action: 'ESCALATE', at: dueAt + 60_000, after: 'NEW', note: '超过时限' },
      ];
    case 'suspended':
      return [
        ...[opened, claimed(soon)],
        {
          action: 'SUSPEND',
          by: officer(),
          at: now - 10 * hour,
          after: 'SUSPENDED',
          note: '等待单位提供入职材料',
        },
      ];
    case 'closing':
      return [
        ...[opened, claimed(soon)],
        {
          action: 'CLOSE',
          by: officer(),
          at: now - hour,
          after: 'CLOSING',
          note: closing.reason,
          outcome: closing.outcome,
        },
      ];
    case 'reopened':
      return [
        ...[opened, claimed(soon), closed('FALSE', openedAt + 3 * hour)],
        {
          action: 'REOPEN',
          by: head(),
          at: now - 2 * hour,
          after: 'NEW',
          note: '收款商户另有举报，需要再查',
        },
      ];
    case 'closed':
      return [opened, claimed(soon), closed(fate.outcome, openedAt + 6 * hour)];
  }
}

function closed(outcome: RiskOutcome, at: number): StepRow {
  return { action: 'CLOSED', by: officer(), at, after: 'CLOSED', note: said[outcome], outcome };
}

/** An id that is not drawn for a second look, as no second person looked at its closing. */
function undrawnId(who: string, openedAt: number): string {
  for (let attempt = 0; ; attempt++) {
    const id = idOf(`riskCase/${who}/${attempt}`, new Date(openedAt));
    if (createHash('sha256').update(id).digest().readUInt32BE() % 10 !== 0) return id;
  }
}
