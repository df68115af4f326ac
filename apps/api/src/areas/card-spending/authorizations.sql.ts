import { cardSpending as contract } from '@xyxlx/contracts/card-spending';
import { iso, named, raw, sql } from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { ofVisibleCard } from '../card/card-flows.ts';

/** What was asked of a card that one may see. */
export const authorizations = listOf(contract.queryAuthorization, {
  from: 'card_authorizations',
  alias: 'c',
  scope: ofVisibleCard,
  filters: { cardId: hasId('c.card_id'), state: oneOf('c.state') },
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins: raw(`
    JOIN channel_bindings b ON b.tenant_id = c.tenant_id AND b.id = c.binding_id
    LEFT JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.payee_merchant_id`),
  row: sql`json_build_object('id', c.id, 'reference', c.reference, 'amount', c.amount, 'approvedAmount', c.approved, 'capturedAmount', c.captured,
    'reversedAmount', c.reversed, 'state', c.state, 'responseCode', c.response_code, 'availableBalance', c.available_after, 'mcc', c.mcc,
    'payee', ${named('m')}, 'binding', ${named('b')}, 'createdAt', ${iso('c.created_at')}, 'expiresAt', ${iso('c.expires_at')})`,
});
