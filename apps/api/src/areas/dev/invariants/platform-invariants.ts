import { approvalSubjects } from '../../../approval-subjects.ts';
import type { Deps } from '../../../core/deps.ts';
import { sealOperations } from '../../../platform/log-chain/seal.ts';
import { verifyChain } from '../../../platform/log-chain/verify.ts';
import type { Invariant } from './invariant.ts';

/** What holds whatever the domain: two people, one chain, walls between tenants. */
export const platformInvariants: readonly Invariant[] = [
  {
    name: 'makerIsNotChecker',
    label: { zh: '经办与复核不是同一人', en: 'Maker ≠ checker on everything decided' },
    // By the append-only history too, whatever the approval itself says.
    sql: `SELECT a.subject_type || ' ' || a.subject_label AS what FROM approvals a
          WHERE a.checker_id = a.maker_id OR a.checker_id = ANY (a.maker_ids)
            OR EXISTS (SELECT FROM approval_events s JOIN approval_events d ON d.approval_id = s.approval_id AND d.actor_id = s.actor_id
                       WHERE s.approval_id = a.id AND s.action = 'SUBMIT' AND d.action IN ('APPROVE', 'REJECT'))`,
  },
  {
    name: 'decidedOnce',
    label: { zh: '每项审批恰有一次决定', en: 'Everything decided was decided exactly once' },
    sql: `SELECT a.subject_type || ' ' || a.subject_label AS what FROM approvals a
          WHERE (a.state <> 'PENDING')::int <>
            (SELECT count(*) FROM approval_events e WHERE e.approval_id = a.id AND e.action <> 'SUBMIT')`,
  },
  {
    name: 'whatWaitsIsWatched',
    label: {
      zh: '待审核的记录与审批一一对应',
      en: 'Whatever waits by its own state waits for exactly one decision, and nothing else does',
    },
    check: waitingUnwatched,
  },
  {
    name: 'logChainUnbroken',
    label: { zh: '操作日志哈希链完整', en: 'The hash chain of the operation log is unbroken' },
    check: async (deps) => {
      await sealOperations(deps);
      const tenants = await deps.database.prisma.tenant.findMany({ select: { id: true, name: true } });
      const found: string[] = [];
      for (const { id, name } of tenants) {
        const { problems } = await verifyChain(deps.database.pool, deps, id);
        found.push(...problems.map(({ explanation }) => `${name}: ${explanation}`));
      }
      return found;
    },
  },
  {
    name: 'noReferenceCrossesTenants',
    label: { zh: '没有跨租户的引用', en: 'No reference crosses tenants' },
    check: crossingReferences,
  },
];

/** Subject by subject: what only the record or only the approval says is waiting. */
async function waitingUnwatched({ database: { pool } }: Deps): Promise<string[]> {
  const found: string[] = [];
  for (const { type, label, waiting } of approvalSubjects.values()) {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT coalesce(w.id, a.subject_id) AS id FROM (${waiting}) w
       FULL JOIN (SELECT subject_id FROM approvals WHERE subject_type = $1 AND state = 'PENDING') a ON a.subject_id = w.id
       WHERE w.id IS NULL OR a.subject_id IS NULL`,
      [type],
    );
    found.push(...rows.map(({ id }) => `${label.zh} ${id}`));
  }
  return found;
}

interface Reference {
  name: string;
  from: string;
  to: string;
  columns: string[];
  targets: string[];
}

/** Every foreign key between two tables with a tenant, read from the catalogue: a new table is checked without being named here. */
async function crossingReferences({ database: { pool } }: Deps): Promise<string[]> {
  const { rows } = await pool.query<Reference>(`
    SELECT c.conname AS name, c.conrelid::regclass::text AS "from", c.confrelid::regclass::text AS "to",
      (SELECT array_agg(quote_ident(a.attname) ORDER BY k.n)
       FROM unnest(c.conkey) WITH ORDINALITY k(num, n) JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.num) AS columns,
      (SELECT array_agg(quote_ident(a.attname) ORDER BY k.n)
       FROM unnest(c.confkey) WITH ORDINALITY k(num, n) JOIN pg_attribute a ON a.attrelid = c.confrelid AND a.attnum = k.num) AS targets
    FROM pg_constraint c
    WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND c.conparentid = 0
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.conrelid AND a.attname = 'tenant_id')
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.confrelid AND a.attname = 'tenant_id')
    ORDER BY 1`);
  const found: string[] = [];
  for (const { name, from, to, columns, targets } of rows) {
    // Without the tenant itself: a row whose reference exists only in another tenant is what is looked for.
    const pairs = columns.map((column, n) => [column, targets[n] as string] as const);
    const joins = pairs.filter(([, target]) => target !== 'tenant_id');
    const on = joins.map(([column, target]) => `b.${target} = a.${column}`).join(' AND ');
    const { rows: crossing } = await pool.query<{ count: string }>(
      `SELECT count(*) FROM ${from} a JOIN ${to} b ON ${on} WHERE a.tenant_id <> b.tenant_id`,
    );
    const count = Number(crossing[0]?.count ?? 0);
    if (count > 0) found.push(`${name}: ${count}`);
  }
  return found;
}
