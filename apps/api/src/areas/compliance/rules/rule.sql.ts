import {
  complianceRule as contract,
  type RiskRuleDetail,
  type RiskRuleRow,
} from '@xyxlx/contracts/compliance-rule';
import { precisionOf } from '@xyxlx/contracts/wilson';
import type { Caller } from '../../../core/caller.ts';
import { recordMissing } from '../../../core/errors.ts';
import {
  anywhere,
  fromStart,
  iso,
  named,
  type Queryable,
  raw,
  rowsOf,
  type Sql,
  sql,
} from '../../../platform/db/sql.ts';
import { listOf } from '../../../platform/lists/list.ts';
import { ofOwnTenant } from '../../../platform/records/scope.ts';
import { dayBefore, shanghaiDay, startOfDay } from '../../../platform/time/shanghai.ts';
import { payeesNamed } from '../subjects/payees-named.sql.ts';

/** As SQL has it: the precision is reckoned of its two counts. */
type Read<T extends { precision: unknown }> = Omit<T, 'precision'> & { labelled: number; positive: number };
type ReadDetail = Omit<Read<RiskRuleDetail>, 'versions'> & {
  versions: Read<RiskRuleDetail['versions'][number]>[];
};

const joins = raw('JOIN risk_inboxes i ON i.tenant_id = r.tenant_id AND i.id = r.inbox_id');
const ofRule = (alias: string) => raw(`${alias}.tenant_id = r.tenant_id AND ${alias}.rule_id = r.id`);

/** The verdict that counts of each hit of the rule: the last one. */
const verdicts = (of: Sql) =>
  sql`SELECT DISTINCT ON (l.hit_id) l.outcome FROM risk_hits h JOIN risk_labels l ON l.tenant_id = r.tenant_id AND l.hit_id = h.id
  WHERE ${ofRule('h')} AND ${of} ORDER BY l.hit_id, l.labelled_at DESC, l.id DESC`;

/** How many hits were judged, and how many of them were right. */
const judged = (of: Sql) => sql`'labelled', (SELECT count(*)::int FROM (${verdicts(of)}) o),
    'positive', (SELECT count(*)::int FROM (${verdicts(of)}) o WHERE o.outcome IN ('VIOLATION', 'FRAUD', 'REPORTED'))`;

/** By powers of two of µs, as replicas hand it in. */
const p95 = sql`SELECT (2 ^ min(b.bucket))::int FROM (
    SELECT t.bucket, sum(sum(t.count)) OVER (ORDER BY t.bucket) AS upto, sum(sum(t.count)) OVER () AS total
    FROM risk_timings t JOIN risk_rule_versions v ON v.tenant_id = t.tenant_id AND v.id = t.version_id
    WHERE t.tenant_id = r.tenant_id AND ${ofRule('v')} AND v.state IN ('SHADOW', 'SUBMITTED', 'ENABLED') GROUP BY t.bucket) b
  WHERE b.upto * 100 >= b.total * 95`;

function row(since: Date, ofVersion: Sql = sql``): Sql {
  return sql`json_build_object('id', r.id, 'code', r.code, 'name', r.name, 'inbox', ${named('i')},
    'versions', (SELECT json_agg(json_build_object('id', v.id, 'no', v.no, 'state', v.state, 'expression', v.expression, 'score', v.score,
        'severity', v.severity, 'action', v.action, 'online', v.online, 'shadowSince', ${iso('v.shadow_since')},
        'enabledAt', ${iso('v.enabled_at')}, 'disabledAt', ${iso('v.disabled_at')}, 'disableReason', v.disable_reason,
        'createdAt', ${iso('v.created_at')}, 'createdBy', v.created_by ${ofVersion}) ORDER BY v.no DESC) FROM risk_rule_versions v WHERE ${ofRule('v')}),
    'payees', (${payeesNamed(sql`r.tenant_id`, sql`SELECT v.expression FROM risk_rule_versions v WHERE ${ofRule('v')}`)}),
    'hitCount', (SELECT count(*)::int FROM risk_hits h WHERE ${ofRule('h')} AND h.at >= ${since} AND NOT h.shadow),
    ${judged(sql`TRUE`)},
    'p95Micros', (${p95}), 'version', r.version, 'createdAt', ${iso('r.created_at')}, 'createdBy', r.created_by,
    'updatedAt', ${iso('r.updated_at')}, 'updatedBy', r.updated_by)`;
}

const thirtyDaysBefore = (now: Date) => startOfDay(dayBefore(shanghaiDay(now), 30));

const hitsOfVersion = (since: Date) =>
  sql`, 'hitCount', (SELECT count(*)::int FROM risk_hits h WHERE ${ofRule('h')} AND h.version_id = v.id AND h.at >= ${since}),
    ${judged(sql`h.version_id = v.id`)}`;

function presented<T extends { labelled: number; positive: number }>({ labelled, positive, ...others }: T) {
  return { ...others, precision: precisionOf(labelled, positive) };
}

const hasVersion = (condition: Sql) =>
  sql`EXISTS (SELECT FROM risk_rule_versions v WHERE ${ofRule('v')} AND ${condition})`;

/** The rules of one's tenant. */
export const rules = listOf<typeof contract.queryRule, Read<RiskRuleRow>>(contract.queryRule, {
  from: 'risk_rules',
  alias: 'r',
  scope: ofOwnTenant,
  filters: {
    keyword: (text) => sql`(r.name ILIKE ${anywhere(text)} OR r.code LIKE ${fromStart(text)})`,
    state: (states) => hasVersion(sql`v.state = ANY(${states}::text[])`),
    severity: (severities) => hasVersion(sql`v.severity = ANY(${severities}::text[])`),
  },
  sort: {
    code: { column: 'r.code', type: 'text' },
    createdAt: { column: 'r.created_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'desc'],
  joins,
  row: ({ now }) => row(thirtyDaysBefore(now)),
  present: (rows) => rows.map((one) => presented(one)),
});

/** A rule of one's tenant with all that its versions say; throws 406 when there is none. */
export async function foundRule(
  client: Queryable,
  { session, now }: Pick<Caller, 'session' | 'now'>,
  id: string,
): Promise<RiskRuleDetail> {
  const since = thirtyDaysBefore(now);
  const [first] = await rowsOf<{ row: ReadDetail }>(
    client,
    sql`SELECT ${row(since, hitsOfVersion(since))} AS row FROM risk_rules r ${joins} WHERE ${ofOwnTenant(session, 'r')} AND r.id = ${id}::uuid`,
  );
  if (!first) throw recordMissing();
  const { versions, ...rule } = presented(first.row);
  return { ...rule, versions: versions.map((one) => presented(one)) };
}
