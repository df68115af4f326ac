import { cardIin } from '@xyxlx/contracts/card-number';
import { usualCardPolicy } from '@xyxlx/contracts/card-policy';
import type { Invariant } from '../area.ts';

/** The invariants of cards and of what is asked of them. */
export const cardInvariants: readonly Invariant[] = [
  {
    name: 'cardIsItsFlows',
    label: { zh: '卡余额 = 卡流水合计', en: "A card's balance = the sum of what moved it" },
    violations: `SELECT c.card_no AS what FROM cards c
          LEFT JOIN (SELECT card_id, sum(delta) AS moved, count(*) AS flows, max(seq) AS last FROM card_flows WHERE tenant_id = $1 GROUP BY 1) f
            ON f.card_id = c.id
          WHERE c.tenant_id = $1 AND (c.balance <> coalesce(f.moved, 0) OR c.flow_seq <> coalesce(f.flows, 0) OR c.flow_seq <> coalesce(f.last, 0))`,
  },
  {
    name: 'balanceMovedOnce',
    label: {
      zh: '已补卡的余额恰好转到一张新卡一次，新卡不再入账面值',
      en: 'What was on a replaced card went to one new card, once, and the face value was not loaded again',
    },
    violations: `WITH moves AS (
            SELECT f.source_id, min(f.card_id::text) FILTER (WHERE f.kind = 'MOVE_OUT') AS old, min(f.card_id::text) FILTER (WHERE f.kind = 'MOVE_IN') AS new,
              count(*) FILTER (WHERE f.kind = 'MOVE_OUT') AS outs, count(*) FILTER (WHERE f.kind = 'MOVE_IN') AS ins, sum(f.delta) AS lost,
              -min(f.delta) AS moved
            FROM card_flows f WHERE f.tenant_id = $1 AND f.kind IN ('MOVE_OUT', 'MOVE_IN') GROUP BY 1)
          SELECT r.request_no AS what FROM card_requests r
          LEFT JOIN cards n ON n.tenant_id = r.tenant_id AND n.replaces_id = r.card_id
          LEFT JOIN moves m ON m.source_id = r.id
          WHERE r.tenant_id = $1 AND r.kind = 'REPLACE' AND r.state = 'DONE'
            AND (n.id IS NULL OR CASE WHEN r.amount > 0 THEN m.source_id IS NULL OR (m.outs, m.ins, m.lost, m.moved) <> (1, 1, 0, r.amount)
              OR m.old <> r.card_id::text OR m.new <> n.id::text ELSE m.source_id IS NOT NULL END)
          UNION ALL
          SELECT m.source_id::text FROM moves m WHERE NOT EXISTS (SELECT FROM card_requests r
            WHERE r.tenant_id = $1 AND r.id = m.source_id AND r.kind = 'REPLACE' AND r.state = 'DONE')
          UNION ALL
          SELECT n.card_no FROM cards n JOIN card_flows f ON f.tenant_id = n.tenant_id AND f.card_id = n.id AND f.kind = 'LOAD'
          WHERE n.tenant_id = $1 AND n.replaces_id IS NOT NULL`,
  },
  {
    name: 'cardRequestsWait',
    label: {
      zh: '有待审申请的卡恰为标记待审的卡',
      en: 'A card is marked as waiting exactly while a request about it waits',
    },
    violations: `SELECT coalesce(c.card_no, r.request_no) AS what
          FROM (SELECT * FROM cards WHERE tenant_id = $1 AND request_id IS NOT NULL) c
          FULL JOIN (SELECT * FROM card_requests WHERE tenant_id = $1 AND state = 'SUBMITTED') r ON r.id = c.request_id AND r.card_id = c.id
          WHERE c.id IS NULL OR r.id IS NULL`,
  },
  {
    name: 'cardWithinCap',
    label: { zh: '卡余额不超过政策限额', en: 'No card has more on it than the policy let it have' },
    violations: `SELECT c.card_no AS what FROM cards c
          LEFT JOIN (SELECT max(named_max) AS named, max(anonymous_max) AS anonymous FROM card_policies WHERE tenant_id = $1) p ON TRUE
          WHERE c.tenant_id = $1 AND (c.balance > c.cap OR c.balance > CASE c.naming WHEN 'NAMED' THEN greatest(p.named, ${usualCardPolicy.namedMax})
            ELSE greatest(p.anonymous, ${usualCardPolicy.anonymousMax}) END)`,
  },
  {
    name: 'policyHolds',
    label: {
      zh: '不记名卡未挂失、未赎回，记名卡未设有效期，政策允许的除外',
      en: 'No anonymous card is lost or redeemed and no named one ends, unless the policy let it',
    },
    violations: `SELECT c.card_no AS what FROM cards c
          LEFT JOIN (SELECT bool_or(anonymous_loss) AS loss, bool_or(named_expires) AS expires FROM card_policies WHERE tenant_id = $1) p ON TRUE
          WHERE c.tenant_id = $1 AND (c.naming = 'ANONYMOUS' AND (c.state = 'REDEEMED' OR c.state = 'LOST' AND p.loss IS NOT TRUE)
            OR c.naming = 'NAMED' AND c.expires_at IS NOT NULL AND p.expires IS NOT TRUE)`,
  },
  {
    name: 'noClearPan',
    label: {
      zh: '暂存行、任务与操作日志中没有明文卡号',
      en: 'No whole number of a card stands in staged rows, jobs or the operation log',
    },
    // Of sixteen digits every other one is doubled, from the first on (Luhn).
    violations: `SELECT t.what FROM (
            SELECT 'import_rows ' || r.job_id || ' ' || r.row_no AS what, r::text AS text FROM import_rows r WHERE r.tenant_id = $1
            UNION ALL
            SELECT 'jobs ' || j.id, j::text FROM jobs j WHERE j.tenant_id = $1
            UNION ALL
            SELECT 'operation_logs ' || l.id, l::text FROM operation_logs l WHERE l.tenant_id = $1) t
          CROSS JOIN LATERAL regexp_matches(t.text, '${cardIin}[0-9]{10}', 'g') found(pan)
          WHERE t.text LIKE '%${cardIin}%' AND (SELECT sum(CASE WHEN n % 2 = 0 THEN d WHEN d > 4 THEN 2 * d - 9 ELSE 2 * d END) % 10 = 0
            FROM generate_series(1, 16) n CROSS JOIN LATERAL (SELECT substr(pan[1], n, 1)::int AS d) digit)`,
  },
];
