import { certificationStateWords, company as contract } from '@xyxlx/contracts/company';
import { anywhere, sql } from '../../platform/db/sql.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { findIn, namedAnywhere, numbered } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { inPageOrder, keyRow, type OfTenant, type PageKey } from '../../platform/lists/page-keys.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { byId } from '../../platform/records/scope.ts';
import { companyInclude, presentCompany, seenCompanies } from './find-company.ts';

/** The companies that one may see. */
export const companies = listOf(contract.queryCompany, {
  from: 'companies',
  alias: 'c',
  ofTenants: true,
  scope: seenCompanies,
  filters: {
    tenantId: hasId('c.tenant_id'),
    keyword: (text) => sql`(c.name ILIKE ${anywhere(text)} OR c.credit_code = ${text.toUpperCase()})`,
    certification: oneOf('c.certification'),
    belowId: (id, { session }) =>
      sql`c.id <> ${id}::uuid AND c.id IN (
        WITH RECURSIVE below AS (
          SELECT d.tenant_id, d.id FROM companies d WHERE ${byId(session, 'd', id)}
          UNION SELECT d.tenant_id, d.id FROM companies d JOIN below b ON d.tenant_id = b.tenant_id AND d.parent_id = b.id)
        SELECT id FROM below)`,
  },
  sort: {
    name: { column: 'c.name', type: 'text' },
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
    updatedAt: { column: 'c.updated_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'asc'],
  row: keyRow('c'),
  present: async (keys: (PageKey & OfTenant)[], { session, deps }) => {
    const rows = await deps.database.prisma.company.findMany({
      where: keysOf(keys),
      include: companyInclude(session),
    });
    const tenants = new Map(keys.map(({ id, tenant }) => [id, tenant]));
    return inPageOrder(keys, rows).map((row) => ({
      ...presentCompany(row),
      tenant: tenants.get(row.id) ?? null,
    }));
  },
});

/** Any of them by what is typed. */
export const foundCompanies = findIn(companies, {
  kind: 'company',
  by: [numbered('c.credit_code'), namedAnywhere('c', 'c.name')],
  number: 'c.credit_code',
  title: 'c.name',
  state: ['c.certification', certificationStateWords],
});
