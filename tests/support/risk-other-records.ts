import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { cardProduct, madeCard } from './cards.ts';
import { type Payer, tenantId } from './risk-payments.ts';
import type { TestApi } from './test-api.ts';

/** What else happens to somebody and their card; amounts in fen. */
export interface Happened {
  what: 'AUTHORIZATION' | 'REFUND' | 'TOP_UP' | 'CARD_EVENT' | 'ADJUSTMENT';
  at: Date;
  amount: number;
  /** Of an authorization: whether it was declined. */
  declined: boolean;
  payee: number;
  mcc: string;
  channel: 'ALIPAY' | 'WECHAT';
}

/** A card of somebody that has been live since an instant. */
export async function riskCard(api: TestApi, owner: pg.Client, payer: Payer, since: Date): Promise<string> {
  const { id: employeeId, merchantId, companyId } = payer;
  const productId = await cardProduct(api, tenantId);
  const cardId = await madeCard(api, { tenantId, merchantId, companyId, employeeId, productId });
  await past(owner, [
    ['UPDATE cards SET activated_at = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, cardId, since]],
  ]);
  return cardId;
}

/** Writes it straight into the records, where the database alone would want what goes with it. */
export async function happenedThen(
  owner: pg.Client,
  payer: Payer,
  cardId: string,
  happened: readonly Happened[],
): Promise<void> {
  const { id: employeeId, merchantId, companyId, payees, givenBack } = payer;
  await past(
    owner,
    happened.map((one, n): [string, unknown[]] => {
      const { what, at, amount, declined, mcc, channel } = one;
      const payee = payees[one.payee];
      switch (what) {
        case 'AUTHORIZATION':
          return [
            `INSERT INTO card_authorizations (tenant_id, binding_id, reference, body_hash, card_id, amount, approved, reversed, mcc,
               payee_merchant_id, state, response_code, available_after, expires_at, created_at, closed_at)
             VALUES ($1, $2, $3, repeat('0', 64), $4, $5, $6, $6, $7, $8, $9, $10, 0, $11, $12, $12)`,
            [
              ...[tenantId, randomUUID(), randomUUID(), cardId, amount, declined ? 0 : amount, mcc, payee],
              ...[declined ? 'DECLINED' : 'REVERSED', declined ? '51' : '00', declined ? null : at, at],
            ],
          ];
        case 'REFUND':
          return [
            `INSERT INTO consumption_records (tenant_id, merchant_id, company_id, employee_id, payee_merchant_id, mcc, city, payment_no, type,
               state, amount, enterprise, personal, related_id, category, channel, paid_at, card_id, funded_by, invoice_state)
             VALUES ($1, $2, $3, $4, $5, $6, '310000', $7, 'REFUND', 'SUCCESS', $8, $8, 0, $9, 'MEAL', 'CARD', $10, $11, 'CARD', 'NOT_INVOICEABLE')`,
            [
              ...[tenantId, merchantId, companyId, employeeId, payee, mcc, randomUUID(), amount, givenBack],
              ...[at, cardId],
            ],
          ];
        case 'TOP_UP':
          return [
            `INSERT INTO top_ups (tenant_id, top_up_no, target, company_id, card_id, amount, received, channel, binding_id, channel_flow_no,
               state, created_at, updated_at)
             VALUES ($1, $2, 'CARD', $3, $4, $5, $5, $6, $7, $2, 'SUCCESS', $8, $8)`,
            [tenantId, randomUUID(), companyId, cardId, amount, channel, randomUUID(), at],
          ];
        case 'CARD_EVENT':
          return [
            `INSERT INTO card_events (tenant_id, card_id, seq, action, from_state, to_state, side, created_at)
             VALUES ($1, $2, $3, 'FREEZE', 'ACTIVE', 'FROZEN', 'OPERATOR', $4)`,
            [tenantId, cardId, 1_000 + n, at],
          ];
        case 'ADJUSTMENT':
          return [
            `INSERT INTO limit_adjustments (tenant_id, merchant_id, employee_id, account_id, company_id, seq, type, source, before, delta,
               after, reason, within_amount, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, 'INCREASE', 'SINGLE', 0, $7, $7, '测试', $7, $8)`,
            [tenantId, merchantId, employeeId, randomUUID(), companyId, 1 + n, amount, at],
          ];
        default:
          throw what satisfies never;
      }
    }),
  );
}

/** Runs statements of the owner past triggers and foreign keys. */
async function past(owner: pg.Client, statements: readonly [string, unknown[]][]): Promise<void> {
  await owner.query(`SET session_replication_role = 'replica'`);
  for (const [text, values] of statements) await owner.query(text, values);
  await owner.query(`SET session_replication_role = 'origin'`);
}
