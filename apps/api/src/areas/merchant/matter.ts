import { facts, noMatter, text } from '../../platform/approval/matter.ts';
import type { ReadMatter } from '../../platform/approval/subject.ts';
import { masked, rowsOf, sql } from '../../platform/db/sql.ts';
import { maskAccount } from '../../platform/security/mask.ts';

type Field =
  | 'merchantNo'
  | 'name'
  | 'shortName'
  | 'creditCode'
  | 'contact'
  | 'mobile'
  | 'company'
  | 'brand'
  | 'platform'
  | 'mcc'
  | 'region'
  | 'bank';

/** The merchant as it was handed in. */
export const matterOfRegistration: ReadMatter = async (client, { tenantId, subjectId }) => {
  const [row] = await rowsOf<Record<Field, string | null> & { account: string }>(
    client,
    sql`SELECT m.merchant_no AS "merchantNo", m.name, m.short_name AS "shortName", m.credit_code AS "creditCode", m.contact_name AS contact,
          ${masked('m.contact_mobile')} AS mobile, c.name AS company, b.name AS brand, p.name AS platform, m.mcc, m.region,
          m.settlement_bank AS bank, m.settlement_account AS account
        FROM merchants m LEFT JOIN companies c ON c.tenant_id = m.tenant_id AND c.id = m.company_id
        LEFT JOIN brands b ON b.tenant_id = m.tenant_id AND b.id = m.brand_id
        LEFT JOIN platforms p ON p.tenant_id = m.tenant_id AND p.id = m.platform_id
        WHERE m.tenant_id = ${tenantId}::uuid AND m.id = ${subjectId}::uuid`,
  );
  if (!row) return noMatter;
  return {
    parts: [
      facts(
        ['商户号', 'Merchant no.', text(row.merchantNo)],
        ['名称', 'Name', text(row.name)],
        ['简称', 'Short name', text(row.shortName)],
        ['统一社会信用代码', 'Credit code', text(row.creditCode)],
        ['联系人', 'Contact', text(row.contact)],
        ['手机', 'Mobile', text(row.mobile)],
        ['所属公司', 'Company', text(row.company)],
        ['品牌', 'Brand', text(row.brand)],
        ['平台', 'Platform', text(row.platform)],
        ['MCC', 'MCC', text(row.mcc)],
        ['地区', 'Region', text(row.region)],
        ['开户行', 'Bank', text(row.bank)],
        ['结算账户', 'Settlement account', text(maskAccount(row.account))],
      ),
    ],
  };
};
