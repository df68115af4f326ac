import type { Invariant } from '../area.ts';

/** The invariants of spending by card. */
export const cardSpendingInvariants: readonly Invariant[] = [
  {
    name: 'heldIsOpenAuthorizations',
    label: {
      zh: '卡冻结金额 = 未结授权的剩余合计',
      en: 'What is held of a card = what is left of its open authorizations',
    },
    violations: `SELECT c.card_no AS what FROM cards c
          LEFT JOIN (SELECT card_id, sum(approved - captured - reversed) AS held FROM card_authorizations
            WHERE tenant_id = $1 AND state = 'OPEN' GROUP BY 1) a ON a.card_id = c.id
          WHERE c.tenant_id = $1 AND c.held <> coalesce(a.held, 0)`,
  },
  {
    name: 'reversalsAreReversed',
    label: {
      zh: '授权已撤销金额 = 撤销记录合计',
      en: 'What was given up of an authorization = its reversals',
    },
    violations: `SELECT a.reference AS what FROM card_authorizations a
          LEFT JOIN (SELECT authorization_id, sum(amount) AS amount FROM card_reversals WHERE tenant_id = $1 GROUP BY 1) r
            ON r.authorization_id = a.id
          WHERE a.tenant_id = $1 AND a.reversed <> coalesce(r.amount, 0)`,
  },
];
