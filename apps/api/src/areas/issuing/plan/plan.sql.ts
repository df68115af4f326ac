import { issuePlanStateWords } from '@xyxlx/contracts/issue-kinds';
import {
  autoIssue as contract,
  type IssuePlanDetail,
  type IssuePlanRow,
  type PlanVersion,
} from '@xyxlx/contracts/issue-plan';
import { planSentence } from '@xyxlx/contracts/plan-sentence';
import type { Caller } from '../../../core/caller.ts';
import type { Language } from '../../../core/language.ts';
import {
  anywhere,
  fromStart,
  iso,
  named,
  type Queryable,
  rowOf,
  rowsOf,
  sql,
} from '../../../platform/db/sql.ts';
import { hasId, oneOf } from '../../../platform/lists/conditions.ts';
import { findIn, namedAnywhere, numbered } from '../../../platform/lists/find.ts';
import { listOf } from '../../../platform/lists/list.ts';
import { yuanText } from '../../../platform/money/yuan-text.ts';
import { byId, ofMerchant, visible } from '../../../platform/records/scope.ts';
import type { Calendar } from '../schedule/calendar.ts';
import { definitionOf } from './definition.ts';
import { findPlan } from './find-plan.ts';
import { calendarAround } from './plan-calendar.ts';
import { countedRuns } from './preview-plan.ts';
import { isShort } from './todos.ts';

/** A row as SQL makes it, with the definition that its words are made of. */
interface ReadPlan extends Omit<IssuePlanRow, 'words' | 'nextRunOn' | 'nextAmount' | 'tenant'> {
  tenantId: string;
  definition: unknown;
}

/** The version that runs, or the newest where none does; and a newer one beside it. */
const joins = sql`
  JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id
  JOIN issue_plan_versions v ON v.tenant_id = c.tenant_id AND v.plan_id = c.id AND v.no = coalesce(
    (SELECT p.no FROM issue_plan_versions p WHERE p.tenant_id = c.tenant_id AND p.plan_id = c.id AND p.state = 'PUBLISHED'),
    (SELECT max(n.no) FROM issue_plan_versions n WHERE n.tenant_id = c.tenant_id AND n.plan_id = c.id))
  LEFT JOIN issue_plan_versions n ON n.tenant_id = c.tenant_id AND n.plan_id = c.id AND n.no > v.no AND n.state IN ('DRAFT', 'SUBMITTED')
  LEFT JOIN institutions i ON i.tenant_id = c.tenant_id AND i.id = (v.definition ->> 'institutionId')::uuid`;

const row = sql`json_build_object('id', c.id, 'tenantId', c.tenant_id, 'code', c.code, 'name', c.name, 'type', c.type,
  'merchant', ${named('m')}, 'institution', ${named('i')}, 'definition', v.definition, 'state', c.state, 'versionNo', v.no,
  'next', CASE WHEN n.id IS NOT NULL THEN json_build_object('no', n.no, 'state', n.state) END,
  'lastState', (SELECT b.state FROM issue_batches b WHERE b.tenant_id = c.tenant_id AND b.plan_id = c.id AND b.kind = 'RUN'
    ORDER BY b.run_on DESC LIMIT 1), 'version', c.version, 'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by,
  'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;

/** The plans that one may see. */
export const plans = listOf<typeof contract.queryPlan, ReadPlan>(contract.queryPlan, {
  from: 'issue_plans',
  alias: 'c',
  ofTenants: true,
  scope: visible,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    keyword: (text) => sql`(c.name ILIKE ${anywhere(text)} OR c.code LIKE ${fromStart(text)})`,
    type: oneOf('c.type'),
    state: oneOf('c.state'),
    short: (short, { session }) => short && isShort(session),
  },
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins,
  row,
  present: (rows, { deps, now, request }) =>
    withNext(deps.database.pool, rows, { now, language: request.language }) as never,
});

/** Any of them by what is typed. */
export const foundPlans = findIn(plans, {
  kind: 'issuePlan',
  by: [numbered('c.code'), namedAnywhere('c', 'c.name')],
  number: 'c.code',
  title: 'c.name',
  state: ['c.state', issuePlanStateWords],
});

interface Asked {
  now: Date;
  language: Language;
}

/** Says each plan in words, and what its next run would issue. */
async function withNext(
  client: Queryable,
  rows: readonly ReadPlan[],
  { now, language }: Asked,
): Promise<IssuePlanRow[]> {
  const names = await departmentNames(client, rows);
  const calendars = new Map<string, Calendar>();
  const shown: IssuePlanRow[] = [];
  for (const { tenantId, definition: said, ...plan } of rows) {
    const definition = definitionOf({ definition: said });
    const calendar = calendars.get(tenantId) ?? (await calendarAround(client, tenantId, now));
    calendars.set(tenantId, calendar);
    const issuing = { tenantId, merchantId: plan.merchant.id, planId: plan.id, definition };
    const [next] =
      plan.state === 'ENABLED' ? (await countedRuns(client, issuing, { calendar, now, count: 1 })).runs : [];
    shown.push({
      ...plan,
      words: inWords(definition, names, language),
      nextRunOn: next?.day ?? null,
      nextAmount: next?.amount ?? null,
    });
  }
  return shown;
}

function inWords(
  definition: ReturnType<typeof definitionOf>,
  names: ReadonlyMap<string, string>,
  language: Language,
): string {
  return planSentence(definition, { yuan: yuanText, nameOf: (id) => names.get(id) })[language];
}

/** One plan with the version that runs and the newest; throws 406 when the caller can't see it. */
export async function planDetail(
  client: Queryable,
  { session, request, now }: Pick<Caller, 'session' | 'request' | 'now'>,
  id: string,
): Promise<IssuePlanDetail> {
  const { tenantId, newest, published } = await findPlan(client, session, id);
  const { read } = await rowOf<{ read: ReadPlan }>(
    client,
    sql`SELECT ${row} AS read FROM issue_plans c ${joins} WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`,
  );
  const [plan] = await withNext(client, [read], { now, language: request.language });
  const versions = await versionsOf(
    client,
    tenantId,
    [newest.id, published?.id ?? newest.id],
    request.language,
  );
  const shown = versions.get(newest.id);
  if (!plan || !shown) throw new Error('A plan that was just read is gone');
  return { ...plan, published: (published && versions.get(published.id)) ?? null, newest: shown };
}

async function versionsOf(
  client: Queryable,
  tenantId: string,
  ids: readonly string[],
  language: Language,
): Promise<Map<string, PlanVersion>> {
  const rows = await rowsOf<Omit<PlanVersion, 'words' | 'named'> & { id: string }>(
    client,
    sql`SELECT v.id, v.no, v.state, v.definition, v.sha256, v.most_amount::float8 AS "mostAmount", v.most_people AS "mostPeople",
          ${iso('v.created_at')} AS "createdAt", v.created_by AS "createdBy", ${iso('v.published_at')} AS "publishedAt"
        FROM issue_plan_versions v WHERE v.tenant_id = ${tenantId}::uuid AND v.id = ANY(${[...ids]}::uuid[])`,
  );
  const departments = await departmentNames(
    client,
    rows.map(({ definition }) => ({ tenantId, definition })),
  );
  const employees = await employeeNames(client, tenantId, rows);
  const names = new Map([...departments, ...employees]);
  return new Map(
    rows.map(({ id, ...version }) => {
      const definition = definitionOf(version);
      const ids = 'ids' in definition.target ? definition.target.ids : [];
      const named = ids.flatMap((one) => {
        const name = names.get(one);
        return name === undefined ? [] : [{ id: one, name }];
      });
      return [id, { ...version, definition, words: inWords(definition, names, language), named }];
    }),
  );
}

/** The names of the departments that plans are for; whoever sees a plan sees its merchant's. */
export async function departmentNames(
  client: Queryable,
  plans: readonly { tenantId: string; definition: unknown }[],
): Promise<Map<string, string>> {
  const named = plans.flatMap(({ tenantId, definition }) => {
    const { target } = definitionOf({ definition });
    return target.by === 'DEPARTMENT' ? target.ids.map((id) => ({ tenantId, id })) : [];
  });
  const rows = await rowsOf<{ id: string; name: string }>(
    client,
    sql`SELECT d.id, d.name FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS g("tenantId" uuid, id uuid)
        JOIN departments d ON d.tenant_id = g."tenantId" AND d.id = g.id`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function employeeNames(
  client: Queryable,
  tenantId: string,
  versions: readonly { definition: unknown }[],
): Promise<Map<string, string>> {
  const ids = versions.flatMap((version) => {
    const { target } = definitionOf(version);
    return target.by === 'EMPLOYEE' ? target.ids : [];
  });
  const rows = await rowsOf<{ id: string; name: string }>(
    client,
    sql`SELECT e.id, e.name FROM employees e WHERE e.tenant_id = ${tenantId}::uuid AND e.id = ANY(${ids}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
