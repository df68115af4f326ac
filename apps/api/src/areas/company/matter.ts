import { facts, noMatter, text } from '../../platform/approval/matter.ts';
import type { ReadMatter } from '../../platform/approval/subject.ts';
import { masked, rowsOf, sql } from '../../platform/db/sql.ts';

/** What the papers of a company are to prove. */
export const matterOfCertification: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [company] = await rowsOf<
    Record<'name' | 'parent' | 'creditCode' | 'contact' | 'mobile' | 'address', string | null>
  >(
    client,
    sql`SELECT c.name, p.name AS parent, c.credit_code AS "creditCode", c.contact_name AS contact, ${masked('c.contact_mobile')} AS mobile, c.address
        FROM companies c LEFT JOIN companies p ON p.tenant_id = c.tenant_id AND p.id = c.parent_id
        WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${subjectId}::uuid`,
  );
  if (!company) return noMatter;
  return {
    parts: [
      facts(
        ['公司', 'Company', text(company.name)],
        ['上级公司', 'Parent', text(company.parent)],
        ['统一社会信用代码', 'Credit code', text(company.creditCode)],
        ['联系人', 'Contact', text(company.contact)],
        ['联系手机', 'Mobile', text(company.mobile)],
        ['地址', 'Address', text(company.address)],
      ),
    ],
  };
};
