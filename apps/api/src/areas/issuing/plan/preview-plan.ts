import type { autoIssue as contract, PreviewedRun } from '@xyxlx/contracts/issue-plan';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { recordMissing } from '../../../core/errors.ts';
import type { Language } from '../../../core/language.ts';
import type { Session } from '../../../core/session.ts';
import { type Queryable, rowsOf, sql } from '../../../platform/db/sql.ts';
import { companyBehind, fundFree } from '../../../platform/fund/fund.ts';
import { byId, visibleMerchants } from '../../../platform/records/scope.ts';
import { shanghaiDay } from '../../../platform/time/shanghai.ts';
import type { Calendar } from '../schedule/calendar.ts';
import type { Past } from '../schedule/due.ts';
import { previewRuns } from '../schedule/preview.ts';
import type { PlannedRun } from '../schedule/runs.ts';
import { definedBy, definitionOf } from './definition.ts';
import { findPlan } from './find-plan.ts';
import { type IssuingPlan, isKeyed, issuedBy, type RunOn } from './issued.sql.ts';
import { pastOf } from './past.ts';
import { calendarAround } from './plan-calendar.ts';

/** A run with whom it issues how much, in fen. */
export interface CountedRun extends PlannedRun {
  isLapsed: boolean;
  people: number;
  joiners: number;
  amount: number;
}

/** The next runs of a plan, or of one that is being written. */
export async function previewPlan({
  input: { id, plan, count },
  session,
  request,
  deps,
  now,
}: Call<z.output<typeof contract.previewPlan.input>, Session>): Promise<PreviewedRun[]> {
  const { pool } = deps.database;
  const found = id === undefined ? null : await findPlan(pool, session, id);
  const owner = found ?? { ...(await merchantOf(pool, session, plan?.merchantId ?? '')), planId: null };
  const { tenantId, merchantId } = owner;
  const definition = plan ? definedBy(plan) : found && definitionOf({ definition: found.newest.definition });
  if (!definition) throw recordMissing();
  const issuing = { tenantId, merchantId, planId: found?.id ?? null, definition };
  const calendar = await calendarAround(pool, tenantId, now);
  const { runs, waitsFor } = await countedRuns(pool, issuing, { calendar, now, count });
  const free = await fundFree(pool, await companyBehind(pool, tenantId, merchantId));
  return presented(runs, waitsFor, { free, language: request.language });
}

/** The runs of a plan after this moment, at most `count`, with whom they issue how much; one statement for all of them. */
export async function countedRuns(
  client: Queryable,
  plan: IssuingPlan,
  { calendar, now, count }: { calendar: Calendar; now: Date; count: number },
): Promise<{ runs: CountedRun[]; waitsFor: string | null }> {
  const { definition } = plan;
  const past = await pastOf(client, plan, now);
  const keyed = isKeyed(definition);
  // Whether a day is anybody's is known when its people are counted.
  const looked = keyed ? Number.MAX_SAFE_INTEGER : count;
  const { runs, waitsFor } = previewRuns(definition, calendar, { after: now, count: looked }, (run) =>
    isOpen(run, past),
  );
  const counted = await countRuns(client, plan, runs, { calendar, now });
  const shown = counted.filter((run) => !keyed || run.rows > 0).slice(0, count);
  return { runs: shown, waitsFor };
}

/** Whether nothing was issued for what a run is for. */
export function isOpen({ day, period, whose }: PlannedRun, { days, periods }: Past): boolean {
  return !days.has(day) && !(whose.by === 'EVERYBODY' && period !== null && periods.has(period));
}

/** Counts whom runs issue how much. */
export async function countRuns(
  client: Queryable,
  plan: IssuingPlan,
  runs: readonly (PlannedRun & { skipped?: unknown })[],
  { calendar, now }: { calendar: Calendar; now: Date },
): Promise<(CountedRun & { rows: number })[]> {
  const alive = runs.filter(({ skipped }) => !skipped);
  const given = alive.map((run) => ({ ...run, on: shanghaiDay(run.runAt) }));
  const sums = await rowsOf<{ no: number; rows: number; people: number; joiners: number; amount: number }>(
    client,
    sql`WITH ${await issuedBy(client, plan, { runs: given, calendar, now }, 'alike')}
      SELECT no, sum(count)::int AS rows, coalesce(sum(count) FILTER (WHERE pays AND NOT later), 0)::int AS people,
        coalesce(sum(count) FILTER (WHERE pays AND later), 0)::int AS joiners,
        coalesce(sum(amount * count) FILTER (WHERE pays), 0)::float8 AS amount
      FROM (SELECT *, state = 'ACTIVE' AND amount > 0 AS pays FROM issued) i GROUP BY no`,
  );
  const byRun = new Map(sums.map(({ no, ...sum }) => [alive[no], sum]));
  const nobody = { rows: 0, people: 0, joiners: 0, amount: 0 };
  return runs.map((run) => ({ ...run, isLapsed: Boolean(run.skipped), ...(byRun.get(run) ?? nobody) }));
}

/** How many people runs are for, frozen ones too: those that are there when they run, or who joined since. */
export async function countRows(
  client: Queryable,
  plan: IssuingPlan,
  runs: readonly RunOn[],
  { calendar, now, joins }: { calendar: Calendar; now: Date; joins: boolean },
): Promise<number[]> {
  const counts = await rowsOf<{ no: number; rows: number }>(
    client,
    sql`WITH ${await issuedBy(client, plan, { runs, calendar, now }, 'alike')}
      SELECT no, sum(count)::int AS rows FROM issued WHERE NOT later AND (joins OR NOT ${joins}) GROUP BY no`,
  );
  return runs.map((_run, at) => counts.find(({ no }) => no === at)?.rows ?? 0);
}

const notes = {
  waits: { zh: '待日历发布', en: 'Waits for the work calendar' },
  lapsed: { zh: '已过有效期', en: 'What it issues would be over' },
  short: { zh: '企业资金余额不足', en: 'The company’s fund does not cover it' },
};

function presented(
  runs: readonly CountedRun[],
  waitsFor: string | null,
  { free, language }: { free: number; language: Language },
): PreviewedRun[] {
  let left = free;
  const shown = runs.map(({ day, runAt, period, people, joiners, amount, lastDay, isLapsed }) => {
    left -= amount;
    const note = isLapsed ? notes.lapsed : amount > 0 && left < 0 ? notes.short : null;
    return {
      ...{ runOn: day, runAt: runAt.toISOString(), period, people, joiners, amount, lastDay },
      ...{ fundAfter: left, note: note?.[language] ?? '' },
    };
  });
  if (waitsFor === null) return shown;
  const waiting = { runOn: `${waitsFor}-01-01`, runAt: null, period: null, people: 0, joiners: 0, amount: 0 };
  return [...shown, { ...waiting, lastDay: null, fundAfter: left, note: notes.waits[language] }];
}

async function merchantOf(client: Queryable, session: Session, merchantId: string) {
  const [merchant] = await rowsOf<{ tenantId: string; merchantId: string }>(
    client,
    sql`SELECT c.tenant_id AS "tenantId", c.id AS "merchantId" FROM merchants c
        WHERE ${byId(session, 'c', merchantId)} AND ${visibleMerchants(session, 'c')}`,
  );
  if (!merchant) throw recordMissing();
  return merchant;
}
