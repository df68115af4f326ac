import {
  type ActivityRow,
  lottery as contract,
  type LotteryRow,
  lotteryStateWords,
} from '@xyxlx/contracts/lottery';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { fromStart, iso, named, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { findIn, numbered } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { sumOf } from '../../platform/lists/sum-list.ts';
import {
  byId,
  ofEmployee,
  ofMerchant,
  tenantName,
  visible,
  visibleInTenant,
} from '../../platform/records/scope.ts';

/** What is joined to draws `c` to show them. */
const lotteryJoins = raw(`
  JOIN lottery_activities a ON a.tenant_id = c.tenant_id AND a.id = c.activity_id
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  JOIN employees e ON e.tenant_id = c.tenant_id AND e.id = c.employee_id
  LEFT JOIN stores s ON s.tenant_id = c.tenant_id AND s.id = c.store_id
  LEFT JOIN consumption_records p ON p.tenant_id = c.tenant_id AND p.id = c.consumption_id`);

/** SQL of what proves a draw's delivery: a coupon's code is all that is needed to spend it. */
export const shownDelivery = raw(
  "CASE WHEN c.prize_type = 'COUPON' THEN '**** ' || right(c.delivery_no, 4) ELSE c.delivery_no END",
);

/** JSON of a draw. */
const lotteryJson: Sql = sql`json_build_object('id', c.id, 'lotteryNo', c.lottery_no, 'activity', ${named('a')},
  'merchant', ${named('m')}, 'store', ${named('s')},
  'employee', json_build_object('id', e.id, 'name', e.name, 'employeeNo', e.employee_no), 'paymentNo', p.payment_no,
  'prizeType', c.prize_type, 'prizeName', c.prize_name, 'prizeAmount', c.value, 'state', c.state, 'failure', c.failure,
  'carrier', c.carrier, 'deliveryNo', ${shownDelivery},
  'tries', c.tries, 'drawnAt', ${iso('c.drawn_at')}, 'awardedAt', ${iso('c.awarded_at')}, 'expiresAt', ${iso('c.expires_at')})`;

/** The draws that one may see. */
export const draws = listOf(contract.queryLottery, {
  from: 'lottery_records',
  alias: 'c',
  ofTenants: true,
  scope: visible,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    employeeId: (id, { session }) => ofEmployee(session, 'c', id),
    storeId: hasId('c.store_id'),
    activityId: hasId('c.activity_id'),
    lotteryNo: (start) => sql`c.lottery_no LIKE ${fromStart(start)}`,
    prizeType: oneOf('c.prize_type'),
    state: oneOf('c.state'),
    drawnFrom: fromDay('c.drawn_at'),
    drawnTo: untilDay('c.drawn_at'),
  },
  sort: { drawnAt: { column: 'c.drawn_at', type: 'timestamptz' } },
  usual: ['drawnAt', 'desc'],
  joins: lotteryJoins,
  row: lotteryJson,
});

/** Any of them by what is typed. */
export const foundDraws = findIn(draws, {
  kind: 'lottery',
  by: [numbered('c.lottery_no')],
  number: 'c.lottery_no',
  title: 'c.prize_name',
  state: ['c.state', lotteryStateWords],
  amount: 'nullif(c.value, 0)',
});

/** What they come to. */
export const sumLottery = sumOf(draws, {
  prizeAmount: sql`c.value`,
  awardedAmount: sql`CASE WHEN c.state = 'AWARDED' THEN c.value ELSE 0 END`,
});

/** One draw as the wire has it; throws 406 when the caller can't see it. */
export async function lotteryOf(client: Queryable, session: Session, id: string): Promise<LotteryRow> {
  const [found] = await rowsOf<{ draw: LotteryRow }>(
    client,
    sql`SELECT ${lotteryJson} AS draw FROM lottery_records c ${lotteryJoins} WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return found.draw;
}

/** The activities one may see, the newest first, with their prizes. */
export async function activities(client: Queryable, session: Session): Promise<ActivityRow[]> {
  return rowsOf(
    client,
    sql`
    SELECT a.id, a.name, ${tenantName(session, 'a')} AS tenant, ${iso('a.starts_at')} AS "startsAt", ${iso('a.ends_at')} AS "endsAt",
      a.budget::float8 AS "budgetAmount", a.spent::float8 AS "spentAmount",
      (SELECT coalesce(json_agg(json_build_object('id', z.id, 'type', z.type, 'name', z.name, 'valueAmount', z.value, 'stock', z.stock)
         ORDER BY z.value DESC, z.id), '[]') FROM lottery_prizes z WHERE z.tenant_id = a.tenant_id AND z.activity_id = a.id) AS prizes
    FROM lottery_activities a WHERE ${visibleInTenant(session, 'a')} ORDER BY a.starts_at DESC, a.id LIMIT 200`,
  );
}
