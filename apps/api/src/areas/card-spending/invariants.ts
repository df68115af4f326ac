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
  {
    name: 'capturesAreRecords',
    label: {
      zh: '授权已请款金额 = 请款记录合计；每笔请款恰有一条消费记录与一条卡流水，每条卡消费恰有一笔请款',
      en: 'What was captured of an authorization = its captures; each has one payment and one flow of its card, and each payment of a card one capture',
    },
    violations: `SELECT a.reference AS what FROM card_authorizations a
          LEFT JOIN (SELECT authorization_id, sum(amount) AS amount FROM card_captures WHERE tenant_id = $1 GROUP BY 1) k
            ON k.authorization_id = a.id
          WHERE a.tenant_id = $1 AND a.captured <> coalesce(k.amount, 0)
          UNION ALL
          SELECT coalesce(c.payment_no, k.capture_no)
          FROM (SELECT * FROM consumption_records WHERE tenant_id = $1 AND funded_by = 'CARD' AND type = 'CONSUME') c
          FULL JOIN (SELECT * FROM card_captures WHERE tenant_id = $1) k ON k.consumption_id = c.id
          WHERE c.id IS NULL OR k.consumption_id IS NULL OR c.amount <> k.amount
          UNION ALL
          SELECT coalesce(c.payment_no, f.source_id::text)
          FROM (SELECT * FROM consumption_records WHERE tenant_id = $1 AND funded_by = 'CARD') c
          FULL JOIN (SELECT * FROM card_flows WHERE tenant_id = $1 AND kind IN ('SPEND', 'REFUND')) f
            ON f.source_id = c.id AND f.card_id = c.card_id
          WHERE c.id IS NULL OR f.source_id IS NULL OR f.delta <> CASE c.type WHEN 'REFUND' THEN c.amount ELSE -c.amount END`,
  },
];
