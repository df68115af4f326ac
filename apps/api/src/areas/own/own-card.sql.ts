import { own as contract, type OwnCard, type OwnCardDetail } from '@xyxlx/contracts/own';
import type { Card } from '@xyxlx/database/client/client';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { iso, named, type Queryable, raw, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { fromDay, hasId, untilDay } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { artOf } from '../card/art-path.ts';
import { cardLimits, maskedPan } from '../card/card.sql.ts';
import { heldByOneself, ofOwnCard } from './own-employee.sql.ts';

const productJoin = raw('JOIN card_products p ON p.tenant_id = c.tenant_id AND p.id = c.product_id');

const cardJson = sql`json_build_object('id', c.id, 'cardNo', c.card_no, 'maskedPan', ${raw(maskedPan('c'))},
  'product', json_build_object('id', p.id, 'code', p.code, 'name', p.name, 'artUrl', ${artOf('p')}), 'form', c.form, 'naming', c.naming,
  'faceAmount', c.face_amount, 'balance', c.balance, 'heldBalance', c.held, 'availableBalance', c.balance - c.held,
  'activatedAt', ${iso('c.activated_at')}, 'expiresAt', ${iso('c.expires_at')}, 'state', c.state,
  'limits', ${cardLimits}, 'frozenByHolder', coalesce(c.frozen_by = 'HOLDER', FALSE), 'version', c.version)`;

/** The caller's own cards. */
export const ownCards = listOf(contract.queryCard, {
  from: 'cards',
  alias: 'c',
  scope: heldByOneself,
  filters: {},
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins: productJoin,
  row: cardJson,
});

/** One of the caller's own cards with its life; throws 406 for another's. */
export async function ownCardOf(client: Queryable, session: Session, id: string): Promise<OwnCardDetail> {
  const [found] = await rowsOf<{ row: OwnCard } & Pick<OwnCardDetail, 'events'>>(
    client,
    sql`SELECT ${cardJson} AS row,
          (SELECT coalesce(json_agg(json_build_object('seq', v.seq, 'action', v.action, 'toState', v.to_state,
              'byHolder', v.side = 'HOLDER', 'createdAt', ${iso('v.created_at')}) ORDER BY v.seq DESC), '[]')
            FROM card_events v WHERE v.tenant_id = c.tenant_id AND v.card_id = c.id) AS events
        FROM cards c ${productJoin} WHERE c.id = ${id}::uuid AND ${heldByOneself(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return { ...found.row, events: found.events };
}

/** Locks one of the caller's own cards; throws 406 for another's. */
export async function lockOwnCard(tx: Transaction, session: Session, id: string): Promise<Card> {
  const [key] = await rowsOf<{ tenantId: string }>(
    tx,
    sql`SELECT c.tenant_id AS "tenantId" FROM cards c WHERE c.id = ${id}::uuid AND ${heldByOneself(session, 'c')} FOR UPDATE`,
  );
  if (!key) throw recordMissing();
  return tx.card.findUniqueOrThrow({ where: { tenantId_id: { tenantId: key.tenantId, id } } });
}

/** What moved the caller's own cards. */
export const ownFlows = listOf(contract.queryFlow, {
  from: 'card_flows',
  alias: 'c',
  primaryKey: ['tenant_id', 'source_id', 'kind', 'card_id'],
  id: 'source_id',
  scope: ofOwnCard,
  filters: { cardId: hasId('c.card_id'), from: fromDay('c.created_at'), to: untilDay('c.created_at') },
  sort: { seq: { column: 'c.seq', type: 'int' } },
  usual: ['seq', 'desc'],
  row: sql`json_build_object('seq', c.seq, 'kind', c.kind, 'deltaAmount', c.delta, 'balanceAfter', c.balance_after, 'remark', c.remark,
    'createdAt', ${iso('c.created_at')})`,
});

/** What was asked of the caller's own cards. */
export const ownAuthorizations = listOf(contract.queryAuthorization, {
  from: 'card_authorizations',
  alias: 'c',
  scope: ofOwnCard,
  filters: { cardId: hasId('c.card_id'), from: fromDay('c.created_at'), to: untilDay('c.created_at') },
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins: raw('LEFT JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.payee_merchant_id'),
  row: sql`json_build_object('id', c.id, 'amount', c.amount, 'approvedAmount', c.approved, 'capturedAmount', c.captured, 'state', c.state,
    'responseCode', c.response_code, 'availableBalance', c.available_after, 'payee', ${named('m')},
    'createdAt', ${iso('c.created_at')}, 'expiresAt', ${iso('c.expires_at')})`,
});
