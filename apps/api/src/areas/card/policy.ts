import type { CardNaming } from '@xyxlx/contracts/card-kinds';
import { type CardPolicyValues, usualCardPolicy } from '@xyxlx/contracts/card-policy';
import { Refusal } from '../../core/errors.ts';
import { type Queryable, rowsOf, sql } from '../../platform/db/sql.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { groupedYuan } from '../../platform/money/yuan-text.ts';
import type { ProductTerms } from './product-terms.ts';

/** What holds for the cards of a tenant, and how often the tenant has set it. */
export async function policyOf(
  client: Queryable,
  tenantId: string,
): Promise<CardPolicyValues & { version: number }> {
  const [row] = await rowsOf<CardPolicyValues & { version: number }>(
    client,
    sql`SELECT p.named_max::float8 AS "namedMax", p.anonymous_max::float8 AS "anonymousMax", p.anonymous_min_months AS "anonymousMinMonths",
          p.named_expires AS "namedExpires", p.anonymous_loss AS "anonymousLoss", p.redeem_after_months AS "redeemAfterMonths",
          p.real_name_from::float8 AS "realNameFrom", p.transfer_only_from::float8 AS "transferOnlyFrom", p.no AS version
        FROM card_policies p WHERE p.tenant_id = ${tenantId}::uuid ORDER BY p.no DESC LIMIT 1`,
  );
  return row ?? { ...usualCardPolicy, version: 0 };
}

/** The most that a card may hold by the policy of its tenant, in fen. */
export async function capOf(client: Queryable, tenantId: string, naming: CardNaming): Promise<number> {
  const { namedMax, anonymousMax } = await policyOf(client, tenantId);
  return naming === 'NAMED' ? namedMax : anonymousMax;
}

/** Refuses a product that the policy of its tenant does not let be sold; throws 406. */
export async function refuseAgainstPolicy(
  tx: Transaction,
  { tenantId, naming, faces, faceMax, months }: ProductTerms & { tenantId: string },
): Promise<void> {
  const policy = await policyOf(tx, tenantId);
  const highest = Number(faces.at(-1) ?? faceMax);
  if (naming === 'NAMED') {
    if (highest > policy.namedMax) throw faceTooHigh({ zh: '记名卡', en: 'A named card' }, policy.namedMax);
    if (months !== null && !policy.namedExpires) {
      throw new Refusal({ zh: '记名卡不得设有效期', en: 'A named card does not end' });
    }
    return;
  }
  if (highest > policy.anonymousMax) {
    throw faceTooHigh({ zh: '不记名卡', en: 'An anonymous card' }, policy.anonymousMax);
  }
  const { anonymousMinMonths: least } = policy;
  if (months === null || months < least) {
    throw new Refusal({
      zh: `不记名卡有效期不得少于 ${least} 个月`,
      en: `An anonymous card is valid for at least ${least} months`,
    });
  }
}

function faceTooHigh(kind: { zh: string; en: string }, most: number): Refusal {
  return new Refusal({
    zh: `${kind.zh}面值不得超过 ${groupedYuan(most)} 元`,
    en: `${kind.en} has at most ¥${groupedYuan(most)}`,
  });
}
