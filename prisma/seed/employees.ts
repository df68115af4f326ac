import type { Prisma } from '../client/client.ts';
import { spell } from '../spell.ts';
import type { DomainSize } from './domain.ts';
import { givenNames, spelledGivenNames, spelledSurnames, surnames } from './people.ts';

const departments = ['总经办', '人力资源部', '财务部', '市场部', '研发中心', '运营中心'];
const teams = ['一组', '二组'];
const labels = ['骨干', '新员工', '外勤', '管理层', '实习', '驻外'];
const storeNames = ['总店', '南门店', '中心店', '东门店', '西区店', '北区店'];
const spelledStoreNames = storeNames.map(spell);
const grades = ['P4', 'P5', 'P6', 'P7', 'M1', 'M2'];

/** Stores, departments and employees; a few merchants have many employees, most have some. */
export async function seedEmployees(tx: Prisma.TransactionClient, size: DomainSize): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO stores (id, tenant_id, merchant_id, store_no, name, name_pinyin, name_initials, region, city, address, state, created_at, created_by, updated_at, updated_by)
    SELECT pg_temp.sid(1, m.n * 100 + s), m.tenant_id, m.id, 'ST' || lpad((m.n * 100 + s)::text, 8, '0'),
      rtrim(m.name, '店') || (${storeNames}::text[])[s],
      regexp_replace(m.name_pinyin, '(dian)+$', '') || (${spelledStoreNames.map(({ namePinyin }) => namePinyin)}::text[])[s],
      rtrim(m.name_initials, 'd') || (${spelledStoreNames.map(({ nameInitials }) => nameInitials)}::text[])[s],
      m.region, m.city,
      m.region || '人民路' || (1 + floor(pg_temp.rnd(m.n * 100 + s, 11) * 800))::int || '号',
      (CASE WHEN pg_temp.rnd(m.n * 100 + s, 12) < 0.06 THEN 'DISABLED' ELSE 'ACTIVE' END),
      m.created_at, '平台管理员', m.created_at, '平台管理员'
    FROM seed_merchants m CROSS JOIN generate_series(1, ${size.storesPerMerchant}::int) s`;
  await tx.$executeRaw`
    INSERT INTO departments (id, tenant_id, merchant_id, parent_id, name, created_at, created_by, updated_at, updated_by)
    SELECT pg_temp.sid(2, m.n * 100 + d.n), m.tenant_id, m.id, NULL, d.name, m.created_at + d.n * interval '1 second', '平台管理员', m.created_at, '平台管理员'
    FROM seed_merchants m CROSS JOIN unnest(${departments}::text[]) WITH ORDINALITY d(name, n)`;
  await tx.$executeRaw`
    INSERT INTO departments (id, tenant_id, merchant_id, parent_id, name, created_at, created_by, updated_at, updated_by)
    SELECT pg_temp.sid(2, m.n * 100 + d * 10 + t.n), m.tenant_id, m.id, pg_temp.sid(2, m.n * 100 + d), t.name,
      m.created_at + (d * 10 + t.n) * interval '1 second', '平台管理员', m.created_at, '平台管理员'
    FROM seed_merchants m CROSS JOIN generate_series(5, 6) d CROSS JOIN unnest(${teams}::text[]) WITH ORDINALITY t(name, n)`;
  await tx.$executeRaw`
    INSERT INTO employees (id, tenant_id, merchant_id, department_id, employee_no, name, name_pinyin, name_initials, mobile, email, labels, grade, state, state_reason,
      hired_on, left_on, created_at, created_by, updated_at, updated_by)
    SELECT pg_temp.sid(3, e.i), m.tenant_id, m.id,
      pg_temp.sid(2, m.n * 100 + (ARRAY[1, 2, 3, 4, 5, 6, 51, 52, 61, 62])[1 + floor(pg_temp.rnd(i, 21) * 10)::int]),
      'E' || lpad(i::text, 7, '0'),
      (${surnames}::text[])[surname_n] || (${givenNames}::text[])[given_n],
      (${spelledSurnames.map(({ namePinyin }) => namePinyin)}::text[])[surname_n]
        || (${spelledGivenNames.map(({ namePinyin }) => namePinyin)}::text[])[given_n],
      (${spelledSurnames.map(({ nameInitials }) => nameInitials)}::text[])[surname_n]
        || (${spelledGivenNames.map(({ nameInitials }) => nameInitials)}::text[])[given_n],
      '13' || (i % 9 + 1) || lpad((20000000 + i)::text, 8, '0'),
      CASE WHEN pg_temp.rnd(i, 24) < 0.7 THEN 'staff' || i || '@example.com' END,
      CASE WHEN pg_temp.rnd(i, 25) < 0.6 THEN ARRAY[(${labels}::text[])[1 + floor(pg_temp.rnd(i, 26) * ${labels.length})::int]] ELSE '{}' END,
      (${grades}::text[])[1 + floor(pg_temp.rnd(i, 27) * ${grades.length})::int],
      state::text,
      CASE state WHEN 'FROZEN' THEN '部门申请冻结' WHEN 'LEFT' THEN '个人原因离职' END,
      t.today - 100 - floor(pg_temp.rnd(i, 28) * 1500)::int,
      CASE WHEN state = 'LEFT' THEN t.today - 5 END,
      t.midnight - interval '92 days' - pg_temp.rnd(i, 29) * interval '300 days', '平台管理员',
      t.midnight - interval '92 days', '平台管理员'
    FROM (
      SELECT i, CASE WHEN pg_temp.rnd(i, 30) < 0.06 THEN 'PENDING' WHEN pg_temp.rnd(i, 30) < 0.1 THEN 'FROZEN'
          WHEN pg_temp.rnd(i, 30) < 0.14 THEN 'LEFT' ELSE 'ACTIVE' END AS state,
        CASE WHEN i % 4 = 0 THEN 2 ELSE 1 END AS tenant_n,
        1 + floor(pg_temp.rnd(i, 22) * ${surnames.length})::int AS surname_n,
        1 + floor(pg_temp.rnd(i, 23) * ${givenNames.length})::int AS given_n
      FROM generate_series(1, ${size.employees}::int) i) e
    JOIN (SELECT tenant_n, max(peers) AS peers FROM seed_merchants GROUP BY 1) p ON p.tenant_n = e.tenant_n
    JOIN seed_merchants m ON m.tenant_n = e.tenant_n
      AND m.k = floor(p.peers * pg_temp.rnd(e.i, 31) * pg_temp.rnd(e.i, 31) * pg_temp.rnd(e.i, 31))
    CROSS JOIN seed_time t`;
  await tx.$executeRaw`ANALYZE stores, departments, employees`;
}
