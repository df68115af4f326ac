import type { MerchantDetail, MerchantRow, MerchantState } from '@xyxlx/contracts/merchant';
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
import { byId, visibleMerchants } from '../../platform/records/scope.ts';

/** Merchants with what their lists show beside them. */
export const merchantsFrom = raw(`merchants m
  LEFT JOIN brands b ON b.tenant_id = m.tenant_id AND b.id = m.brand_id
  LEFT JOIN platforms p ON p.tenant_id = m.tenant_id AND p.id = m.platform_id
  LEFT JOIN companies co ON co.tenant_id = m.tenant_id AND co.id = m.company_id`);

const shown = sql`
  'id', m.id, 'merchantNo', m.merchant_no, 'name', m.name, 'shortName', m.short_name, 'creditCode', m.credit_code,
  'contactName', m.contact_name, 'contactMobile', ${masked('m.contact_mobile')}, 'brand', ${named('b')}, 'platform', ${named('p')},
  'mcc', m.mcc, 'region', m.region, 'state', m.state, 'version', m.version,
  'createdAt', ${iso('m.created_at')}, 'createdBy', m.created_by, 'updatedAt', ${iso('m.updated_at')}, 'updatedBy', m.updated_by`;

/** JSON of a merchant in a list. */
export const merchantJson: Sql = sql`json_build_object(${shown})`;

interface MerchantFilters {
  keyword?: string | undefined;
  state?: MerchantState[] | undefined;
  brandId?: string | undefined;
  platformId?: string | undefined;
  companyId?: string | undefined;
  region?: string | undefined;
}

/** What a list of merchants is cut down to: the caller's scope, and the filters. */
export function merchantsWhere(session: Session, filters: MerchantFilters): Sql {
  const { keyword, state, brandId, platformId, companyId, region } = filters;
  return allOf([
    visibleMerchants(session, 'm'),
    keyword &&
      sql`(m.merchant_no LIKE ${fromStart(keyword)} OR m.name ILIKE ${anywhere(keyword)} OR m.short_name ILIKE ${anywhere(keyword)} OR m.credit_code = ${keyword})`,
    state && sql`m.state::text = ANY(${state}::text[])`,
    brandId && sql`m.brand_id = ${brandId}::uuid`,
    platformId && sql`m.platform_id = ${platformId}::uuid`,
    companyId && sql`m.company_id = ${companyId}::uuid`,
    region && sql`m.region LIKE ${fromStart(region)}`,
  ]);
}

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
      'summary', (SELECT json_build_object(
        'storeCount', (SELECT count(*) FROM stores s WHERE s.tenant_id = m.tenant_id AND s.merchant_id = m.id),
        'employeeCount', (SELECT count(*) FROM employees e WHERE e.tenant_id = m.tenant_id AND e.merchant_id = m.id AND e.state <> 'LEFT'),
        'availableLimit', coalesce(sum(l.available), 0), 'lockedLimit', coalesce(sum(l.locked), 0), 'usedLimit', coalesce(sum(l.used), 0))
        FROM limit_accounts l WHERE l.tenant_id = m.tenant_id AND l.merchant_id = m.id)) AS merchant
    FROM ${merchantsFrom} WHERE ${byId(session, 'm', id)} AND ${visibleMerchants(session, 'm')}`,
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
    WHERE ${merchantsWhere(session, { keyword })} ORDER BY m.merchant_no LIMIT 50`,
  );
}
