import {
  merchant as contract,
  type MerchantDetail,
  type MerchantRow,
  merchantStates,
  merchantStateWords,
} from '@xyxlx/contracts/merchant';
import type { Session } from '../../core/session.ts';
import {
  allOf,
  anywhere,
  fromStart,
  iso,
  masked,
  named,
  type Queryable,
  raw,
  rowsOf,
  type Sql,
  sql,
} from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import {
  byMobile,
  byName,
  findIn,
  namedAnywhere,
  numbered,
  spelled,
  spelledAnywhere,
} from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { valueRank } from '../../platform/lists/value-rank.ts';
import { byId, visibleMerchants } from '../../platform/records/scope.ts';

/** What is joined to merchants `m` to show them. */
const merchantJoins = raw(`
  LEFT JOIN brands b ON b.tenant_id = m.tenant_id AND b.id = m.brand_id
  LEFT JOIN platforms p ON p.tenant_id = m.tenant_id AND p.id = m.platform_id
  LEFT JOIN companies co ON co.tenant_id = m.tenant_id AND co.id = m.company_id`);

const shown = sql`
  'id', m.id, 'merchantNo', m.merchant_no, 'name', m.name, 'shortName', m.short_name, 'creditCode', m.credit_code,
  'contactName', m.contact_name, 'contactMobile', ${masked('m.contact_mobile')}, 'brand', ${named('b')}, 'platform', ${named('p')},
  'mcc', m.mcc, 'region', m.region, 'state', m.state, 'version', m.version,
  'createdAt', ${iso('m.created_at')}, 'createdBy', m.created_by, 'updatedAt', ${iso('m.updated_at')}, 'updatedBy', m.updated_by`;

/** JSON of a merchant in a list. */
const merchantJson: Sql = sql`json_build_object(${shown})`;

function matching(keyword: string): Sql {
  return sql`(m.merchant_no LIKE ${fromStart(keyword)} OR m.name ILIKE ${anywhere(keyword)} OR m.short_name ILIKE ${anywhere(keyword)} OR m.credit_code = ${keyword})`;
}

/** The merchants that one may see. */
export const merchants = listOf(contract.queryMerchant, {
  from: 'merchants',
  alias: 'm',
  ofTenants: true,
  scope: visibleMerchants,
  filters: {
    tenantId: hasId('m.tenant_id'),
    keyword: matching,
    state: oneOf('m.state'),
    brandId: hasId('m.brand_id'),
    platformId: hasId('m.platform_id'),
    companyId: hasId('m.company_id'),
    region: (start) => sql`m.region LIKE ${fromStart(start)}`,
  },
  sort: {
    merchantNo: { column: 'm.merchant_no', type: 'text' },
    name: { column: 'm.name', type: 'text' },
    state: { column: valueRank('m.state', merchantStates), type: 'int' },
    createdAt: { column: 'm.created_at', type: 'timestamptz' },
    updatedAt: { column: 'm.updated_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'desc'],
  joins: merchantJoins,
  row: merchantJson,
});

/** Any of them by what is typed. */
export const foundMerchants = findIn(merchants, {
  kind: 'merchant',
  by: [
    numbered('m.merchant_no'),
    numbered('m.credit_code'),
    byMobile('m.contact_mobile'),
    byName('m.name'),
    spelled('m.name_pinyin', 'm.name_initials'),
    namedAnywhere('m', 'm.name', 'm.short_name'),
    spelledAnywhere('m', 'm.name_pinyin', 'm.name_initials'),
  ],
  number: 'm.merchant_no',
  title: 'm.name',
  state: ['m.state', merchantStateWords],
});

/** One merchant as its own page shows it, or undefined when the caller can't see it. */
export async function merchantDetail(
  client: Queryable,
  session: Session,
  id: string,
): Promise<MerchantDetail | undefined> {
  const [row] = await rowsOf<{ merchant: MerchantDetail }>(
    client,
    sql`
    SELECT json_build_object(${shown}, 'company', ${named('co')}, 'settlementBank', m.settlement_bank,
      'settlementAccount', '**** ' || right(m.settlement_account, 4), 'stateReason', m.state_reason,
      'move', (SELECT json_build_object('from', c.name, 'people', v.people, 'movedPeople', v.moved_people, 'startedAt', ${iso('v.created_at')})
        FROM merchant_moves v JOIN companies c ON c.tenant_id = v.tenant_id AND c.id = v.from_company_id
        WHERE v.tenant_id = m.tenant_id AND v.merchant_id = m.id AND v.finished_at IS NULL),
      'summary', (SELECT json_build_object(
        'storeCount', (SELECT count(*) FROM stores s WHERE s.tenant_id = m.tenant_id AND s.merchant_id = m.id),
        'employeeCount', (SELECT count(*) FROM employees e WHERE e.tenant_id = m.tenant_id AND e.merchant_id = m.id AND e.state <> 'LEFT'),
        'availableLimit', coalesce(sum(l.available), 0), 'lockedLimit', coalesce(sum(l.locked), 0), 'usedLimit', coalesce(sum(l.used), 0))
        FROM limit_accounts l WHERE l.tenant_id = m.tenant_id AND l.merchant_id = m.id)) AS merchant
    FROM merchants m ${merchantJoins} WHERE ${byId(session, 'm', id)} AND ${visibleMerchants(session, 'm')}`,
  );
  return row?.merchant;
}

/** The merchants a picker offers. */
export async function merchantOptions(
  client: Queryable,
  session: Session,
  keyword: string | undefined,
): Promise<Pick<MerchantRow, 'id' | 'name' | 'merchantNo' | 'state'>[]> {
  return rowsOf(
    client,
    sql`
    SELECT m.id, m.name, m.merchant_no AS "merchantNo", m.state FROM merchants m
    WHERE ${allOf([visibleMerchants(session, 'm'), keyword && matching(keyword)])} ORDER BY m.merchant_no LIMIT 50`,
  );
}
