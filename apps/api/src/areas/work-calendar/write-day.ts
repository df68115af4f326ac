import {
  type CalendarDayRow,
  type CalendarLayer,
  calendarKindWords,
  calendarLayerWords,
} from '@xyxlx/contracts/work-calendar';
import type { Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import { rowOf, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import {
  alreadyIssued,
  daysSaid,
  hasIssuedBy,
  lookAtPlans,
  removeDay,
  type Said,
  writeDays,
} from './day.sql.ts';
import { refuseForeignLayer } from './layer.ts';

/** Has a layer of the calendar say something of a day, or nothing any more. */
export async function writeDay(
  tx: Transaction,
  by: Caller,
  { layer, day }: { layer: CalendarLayer; day: string },
  next: Said | null,
): Promise<CalendarDayRow> {
  const { tenantId, userName } = by.session;
  refuseForeignLayer(by.session, layer);
  const before = saidBy(layer, await dayOf(tx, tenantId, day));
  if (same(before, next)) throw unchanged();
  const { issued } = await rowOf<{ issued: boolean }>(
    tx,
    sql`SELECT ${hasIssuedBy(layer, tenantId, sql`${day}::date`)} AS issued`,
  );
  if (issued) throw new Refusal(alreadyIssued);
  if (next) {
    const source = sql`SELECT ${day}::date AS day, ${next.kind} AS kind, ${next.name} AS name`;
    await rowsOf(tx, writeDays(layer, tenantId, source, userName));
  } else {
    await rowsOf(tx, removeDay(layer, tenantId, day));
  }
  await rowsOf(tx, lookAtPlans(layer, tenantId));
  await logChange(tx, by, {
    tenantId,
    id: tenantId,
    label: `${calendarLayerWords[layer].zh} ${day}`,
    before: inWords(before),
    after: inWords(next),
  });
  return dayOf(tx, tenantId, day);
}

/** A day with what both layers say of it. */
async function dayOf(tx: Transaction, tenantId: string, day: string): Promise<CalendarDayRow> {
  const [row] = await daysSaid(tx, tenantId, { first: day, last: day });
  return row ?? { day, own: null, national: null };
}

function saidBy(layer: CalendarLayer, { own, national }: CalendarDayRow): Said | null {
  return layer === 'OWN' ? own : national;
}

function same(one: Said | null, other: Said | null): boolean {
  return one?.kind === other?.kind && one?.name === other?.name;
}

function inWords(said: Said | null) {
  return said ? { kind: calendarKindWords[said.kind].zh, name: said.name } : {};
}

function unchanged(): Refusal {
  return new Refusal({ zh: '该日设置没有变化', en: 'That is what the calendar says already' });
}
