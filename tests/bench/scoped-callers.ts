import { demoPassword } from '@xyxlx/database/seed/accounts';
import { companyId, roleId, tenantId } from '@xyxlx/database/seed/tenants';
import type pg from 'pg';
import { Line } from './http-load.ts';

/** As many users as there are connections; the first half see a company tree, the others merchants that their role names. */
const users = 32;
const tenant = tenantId('A');
const company = companyId('A', 2);

/** Users who see a part of their tenant, and merchants whose payments all of them see. */
export interface Scoped {
  tenantId: string;
  /** A session of each user, of the two kinds by turns. */
  tokens: string[];
  /** Of middling size: a month of each has more than a page. */
  merchants: string[];
  /** The newest day that has payments, in Asia/Shanghai. */
  newestDay: string;
}

/** Makes the users, where a run before has not, and signs each of them in. */
export async function signInScoped(pool: pg.Pool, url: string): Promise<Scoped> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT d.merchant_id AS id FROM consumption_days d JOIN merchants m ON m.tenant_id = d.tenant_id AND m.id = d.merchant_id
     WHERE m.tenant_id = $1 AND m.company_id = $2 GROUP BY 1 HAVING sum(record_count) BETWEEN 300 AND 3000 ORDER BY 1 LIMIT 24`,
    [tenant, company],
  );
  const merchants = rows.map(({ id }) => id);
  await pool.query(
    `INSERT INTO roles (tenant_id, code, name, data_scope, merchant_ids, permissions)
     SELECT r.tenant_id, kind.code, kind.code, kind.scope, kind.merchants, r.permissions
     FROM roles r CROSS JOIN (VALUES ('bench-tree', 'COMPANY_TREE', '{}'::uuid[]), ('bench-merchants', 'MERCHANTS', $3::uuid[]))
       AS kind(code, scope, merchants)
     WHERE r.tenant_id = $1 AND r.id = $2 ON CONFLICT (tenant_id, code) DO NOTHING`,
    [tenant, roleId('A', 'finance-checker'), merchants],
  );
  await pool.query(
    `WITH added AS (
       INSERT INTO users (mobile, name, password_hash, password_changed_at, proven_at)
       SELECT 'bench-' || n || '@example.com', '基准用户' || n, u.password_hash, now(), now()
       FROM generate_series(1, $3::int) n CROSS JOIN users u WHERE u.mobile = '13800000003'
       ON CONFLICT (mobile) DO NOTHING RETURNING id, mobile),
     joined AS (
       INSERT INTO memberships (tenant_id, user_id, company_id) SELECT $1, id, $2 FROM added RETURNING id, user_id)
     INSERT INTO membership_roles (tenant_id, membership_id, role_id)
     SELECT r.tenant_id, j.id, r.id FROM joined j JOIN added a ON a.id = j.user_id
     JOIN roles r ON r.tenant_id = $1 AND r.code = CASE split_part(split_part(a.mobile, '@', 1), '-', 2)::int % 2
       WHEN 1 THEN 'bench-tree' ELSE 'bench-merchants' END`,
    [tenant, company, users],
  );
  const { rows: days } = await pool.query<{ newest: string }>(
    'SELECT max(day)::text AS newest FROM consumption_days WHERE tenant_id = $1',
    [tenant],
  );
  return {
    tenantId: tenant,
    tokens: await signIn(url),
    merchants,
    newestDay: days[0]?.newest as string,
  };
}

async function signIn(url: string): Promise<string[]> {
  const tokens: string[] = [];
  const line = new Line(url);
  for (let n = 1; n <= users; n++) {
    const input = { mobile: `bench-${n}@example.com`, password: demoPassword };
    const { body } = await line.ask('userAccount/login', '', JSON.stringify(input));
    const token = JSON.parse(body).result?.token;
    if (!token) throw new Error(body.slice(0, 200));
    tokens.push(token);
  }
  line.close();
  return tokens;
}
