import type { CardDetail } from '@xyxlx/contracts/card';
import { cards as contract } from '@xyxlx/contracts/card';
import { cardStateWords } from '@xyxlx/contracts/card-kinds';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, iso, named, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { byLastFour, findIn, numbered, numberedBy } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { sumOf } from '../../platform/lists/sum-list.ts';
import { byId, ofCompany, ofMerchant, visible } from '../../platform/records/scope.ts';
import { artOf } from './art-path.ts';
import { capOf } from './policy.ts';

/** What is joined to cards `c` to show them. */
const cardJoins = raw(`
  JOIN card_products p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  LEFT JOIN card_requests q ON q.tenant_id = c.tenant_id AND q.id = c.request_id
  LEFT JOIN employees e ON e.tenant_id = c.tenant_id AND e.merchant_id = c.merchant_id AND e.id = c.employee_id`);

/** SQL of a card's number as lists and files show it. */
export const maskedPan = (alias: string): string => `${alias}.first_six || '******' || ${alias}.last_four`;

const cardJson = sql`json_build_object('id', c.id, 'cardNo', c.card_no, 'maskedPan', ${raw(maskedPan('c'))},
  'product', json_build_object('id', p.id, 'code', p.code, 'name', p.name, 'artUrl', ${artOf('p')}), 'form', c.form, 'naming', c.naming,
  'merchant', ${named('m')}, 'holder', CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'name', e.name, 'employeeNo', e.employee_no) END,
  'faceAmount', c.face_amount, 'balance', c.balance, 'heldBalance', c.held, 'availableBalance', c.balance - c.held,
  'activatedAt', ${iso('c.activated_at')}, 'expiresAt', ${iso('c.expires_at')}, 'state', c.state, 'stateReason', c.state_reason,
  'frozenBy', c.frozen_by, 'waitsFor', q.kind, 'version', c.version, 'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by,
  'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;

/** SQL of what card `c` of the product `p` may pay at most, by both. */
export const cardLimits = sql`json_build_object('singleLimit', least(p.single_limit, c.single_limit), 'dayLimit', least(p.day_limit, c.day_limit),
  'monthLimit', least(p.month_limit, c.month_limit), 'dayCount', least(p.day_count, c.day_count))`;

/** SQL of what was set for card `c` alone. */
export const ownLimits = sql`json_build_object('singleLimit', c.single_limit, 'dayLimit', c.day_limit, 'monthLimit', c.month_limit,
  'dayCount', c.day_count)`;

/** The cards that one may see: those of the units that bought them. */
export const cards = listOf(contract.queryCard, {
  from: 'cards',
  alias: 'c',
  ofTenants: true,
  scope: visible,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    companyId: (id, { session }) => ofCompany(session, 'c', id),
    keyword: (text) =>
      sql`(c.card_no = ${text.toUpperCase()} OR c.last_four = ${text} OR EXISTS (SELECT FROM employees k
        WHERE k.tenant_id = c.tenant_id AND k.id = c.employee_id AND k.name ILIKE ${anywhere(text)}))`,
    productId: hasId('c.product_id'),
    orderNo: (text) =>
      sql`c.order_line_id IN (SELECT l.id FROM card_order_lines l JOIN card_orders d ON d.tenant_id = l.tenant_id AND d.id = l.order_id
        WHERE l.tenant_id = c.tenant_id AND d.order_no = ${text.toUpperCase()})`,
    employeeId: hasId('c.employee_id'),
    state: oneOf('c.state'),
    naming: oneOf('c.naming'),
    form: oneOf('c.form'),
    expiresFrom: fromDay('c.expires_at'),
    expiresTo: untilDay('c.expires_at'),
    minBalance: (fen) => sql`c.balance >= ${fen}::bigint`,
    maxBalance: (fen) => sql`c.balance <= ${fen}::bigint`,
  },
  sort: {
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
    cardNo: { column: 'c.card_no', type: 'text' },
  },
  usual: ['createdAt', 'desc'],
  joins: cardJoins,
  row: cardJson,
});

/** Any of them by what is typed. */
export const foundCards = findIn(cards, {
  kind: 'card',
  by: [
    numbered('c.card_no'),
    byLastFour('c.last_four'),
    numberedBy(
      'q.request_no',
      (its) =>
        sql`c.id IN (SELECT q.card_id FROM card_requests q WHERE q.tenant_id = c.tenant_id AND ${its})`,
    ),
  ],
  number: 'c.card_no',
  title: maskedPan('c'),
  state: ['c.state', cardStateWords],
  amount: 'c.balance',
});

/** What they come to, in fen. */
export const sumCard = sumOf(cards, {
  faceAmount: sql`c.face_amount`,
  balance: sql`c.balance`,
  heldBalance: sql`c.held`,
});

/** JSON of the card under this alias as another names it; null where there is none. */
const neighbour = (alias: string): Sql =>
  sql`CASE WHEN ${raw(alias)}.id IS NOT NULL THEN json_build_object('id', ${raw(alias)}.id, 'cardNo', ${raw(alias)}.card_no,
    'maskedPan', ${raw(maskedPan(alias))}) END`;

/** The tenant of a card; throws 406 when the caller can't see it. */
export async function tenantOfCard(client: Queryable, session: Session, id: string): Promise<string> {
  const [card] = await rowsOf<{ tenantId: string }>(
    client,
    sql`SELECT c.tenant_id AS "tenantId" FROM cards c WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`,
  );
  if (!card) throw recordMissing();
  return card.tenantId;
}

/** One card with its life as the wire has it; throws 406 when the caller can't see it. */
export async function cardOf(client: Queryable, session: Session, id: string): Promise<CardDetail> {
  const [found] = await rowsOf<
    {
      row: Omit<
        CardDetail,
        'limits' | 'ownLimits' | 'reloadableTo' | 'events' | 'requests' | 'replaces' | 'replacedBy' | 'order'
      >;
      tenantId: string;
      own: CardDetail['ownLimits'];
      reloadable: boolean;
    } & CardDetail
  >(
    client,
    sql`SELECT ${cardJson} AS row, c.tenant_id AS "tenantId", p.reloadable, ${cardLimits} AS limits, ${ownLimits} AS own, ${neighbour('o')} AS replaces, ${neighbour('n')} AS "replacedBy",
          CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'no', d.order_no) END AS "order",
          (SELECT coalesce(json_agg(json_build_object('seq', v.seq, 'action', v.action, 'fromState', v.from_state, 'toState', v.to_state,
              'side', v.side, 'reason', v.reason, 'createdAt', ${iso('v.created_at')}, 'createdBy', v.created_by) ORDER BY v.seq DESC), '[]')
            FROM card_events v WHERE v.tenant_id = c.tenant_id AND v.card_id = c.id) AS events,
          (SELECT coalesce(json_agg(json_build_object('id', r.id, 'requestNo', r.request_no, 'kind', r.kind, 'amount', r.amount, 'feeAmount', r.fee,
              'state', r.state, 'reason', r.reason, 'approvalId', r.approval_id, 'createdAt', ${iso('r.created_at')}, 'createdBy', r.created_by)
              ORDER BY r.created_at DESC, r.id DESC), '[]')
            FROM card_requests r WHERE r.tenant_id = c.tenant_id AND r.card_id = c.id) AS requests
        FROM cards c ${cardJoins}
        LEFT JOIN cards o ON o.tenant_id = c.tenant_id AND o.id = c.replaces_id
        LEFT JOIN card_order_lines l ON l.tenant_id = c.tenant_id AND l.id = c.order_line_id
        LEFT JOIN card_orders d ON d.tenant_id = l.tenant_id AND d.id = l.order_id
        LEFT JOIN cards n ON n.tenant_id = c.tenant_id AND n.replaces_id = c.id
        WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  const { row, tenantId, reloadable, limits, own, replaces, replacedBy, order, events, requests } = found;
  const reloadableTo = reloadable ? await capOf(client, tenantId, row.naming) : null;
  return { ...row, limits, ownLimits: own, reloadableTo, replaces, replacedBy, order, events, requests };
}
