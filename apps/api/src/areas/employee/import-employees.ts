import { employeeNoPattern } from '@xyxlx/contracts/employee';
import { mobileNumberPattern } from '@xyxlx/contracts/fields';
import { paths } from '@xyxlx/contracts/paths';
import { Prisma } from '@xyxlx/database/client/client';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { operationOf } from '../../core/operation.ts';
import { companyBehind } from '../../platform/fund/fund.ts';
import type { ImportDefinition, ImportRun } from '../../platform/imports/import-definition.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { keepInPlace } from '../merchant/running-move.ts';
import { readDay } from '../read-day.ts';

/** The merchant that the file's employees belong to, looked up when the file came in. */
export interface EmployeeImport {
  tenantId: string;
  merchantId: string;
  merchantName: string;
}

const takingBack = { module: 'employee', action: 'undoImport', target: 'merchant' };

/** Employees of one merchant from a file, set by set; each gets an empty limit account. */
export const employeeImport: ImportDefinition<EmployeeImport> = {
  kind: 'importEmployee',
  title: { zh: '员工导入', en: 'Employee import' },
  permission: 'employee.import',
  page: ({ merchantId }) => `${paths.employees}?merchantId=${merchantId}`,
  maxRows: 200_000,
  batch: 10_000,
  columns: [
    {
      key: 'employeeNo',
      label: { zh: '工号', en: 'Employee no.' },
      required: true,
      unique: true,
      maxLength: 32,
      read: matching(employeeNoPattern, {
        zh: '工号只能是字母、数字和连字符，且不以连字符开头',
        en: 'Letters, digits and hyphens only, no hyphen first',
      }),
    },
    { key: 'name', label: { zh: '姓名', en: 'Name' }, required: true, maxLength: 40 },
    {
      key: 'mobile',
      label: { zh: '手机', en: 'Mobile' },
      required: true,
      unique: true,
      personal: true,
      read: matching(mobileNumberPattern, { zh: '不是手机号', en: 'No mobile number' }),
    },
    {
      key: 'email',
      label: { zh: '邮箱', en: 'E-mail' },
      maxLength: 120,
      personal: true,
      read: (text) => {
        if (text.includes('@') && z.email().safeParse(text).success) return text;
        throw new Refusal({ zh: '不是有效的邮箱', en: 'No e-mail address' });
      },
    },
    { key: 'department', label: { zh: '部门', en: 'Department' } },
    { key: 'labels', label: { zh: '标签', en: 'Labels' }, read: readLabels },
    { key: 'grade', label: { zh: '职级', en: 'Grade' }, maxLength: 20 },
    { key: 'hiredOn', label: { zh: '入职日期', en: 'Hired on' }, required: true, read: readDay },
    { key: 'birthday', label: { zh: '生日', en: 'Birthday' }, personal: true, read: readDay },
  ],

  check: async (tx, run) => {
    await refuseBadRows(run);
    const [{ count }] = await tx.$queryRaw<[{ count: number }]>`
      SELECT count(*)::int AS count FROM import_rows r WHERE ${run.rows}`;
    return [{ label: { zh: '将新增员工', en: 'Employees to be added' }, value: count, unit: 'count' }];
  },

  apply: async (tx, run) => {
    await refuseBadRows(run);
    const { rows, cell, actor, params } = run;
    const { tenantId, merchantId } = params;
    const by = actor.session.userName;
    await keepInPlace(tx, { tenantId, merchantId });
    const { companyId } = await companyBehind(tx, tenantId, merchantId);
    const [{ count }] = await tx.$queryRaw<[{ count: number }]>`
      WITH RECURSIVE ${departmentPaths(params)},
      added AS (
        INSERT INTO employees (tenant_id, merchant_id, department_id, employee_no, name, mobile, email, labels, grade, hired_on,
          birthday, import_job_id, created_by, updated_by)
        SELECT ${tenantId}::uuid, ${merchantId}::uuid, p.id, ${cell('employeeNo')}, ${cell('name')}, ${cell('mobile')}, nullif(${cell('email')}, ''),
          string_to_array(${cell('labels')}, '、'), nullif(${cell('grade')}, ''), ${cell('hiredOn')}::date,
          nullif(${cell('birthday')}, '')::date,
          ${run.jobId}::uuid, ${by}, ${by}
        FROM import_rows r LEFT JOIN known_paths p ON p.path = ${cell('department')} WHERE ${rows}
        RETURNING id),
      accounts AS (
        INSERT INTO limit_accounts (tenant_id, merchant_id, employee_id, company_id)
        SELECT ${tenantId}::uuid, ${merchantId}::uuid, id, ${companyId}::uuid FROM added)
      SELECT count(*)::int AS count FROM added`;
    await logChange(
      tx,
      { ...actor, operation: operationOf('employee', 'importEmployee') },
      {
        tenantId,
        id: merchantId,
        label: params.merchantName,
        after: { added: count, jobId: run.jobId },
      },
    );
  },

  undo: async (tx, { jobId, params, actor }) => {
    const { tenantId, merchantId, merchantName } = params;
    const added = Prisma.sql`e.tenant_id = ${tenantId}::uuid AND e.merchant_id = ${merchantId}::uuid AND e.import_job_id = ${jobId}::uuid`;
    await tx.$executeRaw`SELECT FROM employees e WHERE ${added} FOR UPDATE`;
    const [{ touched }] = await tx.$queryRaw<[{ touched: number }]>`
      SELECT count(*)::int AS touched FROM employees e JOIN limit_accounts l ON l.employee_id = e.id AND l.tenant_id = ${tenantId}::uuid
      WHERE ${added} AND (e.version > 1 OR l.adjust_seq > 0
        OR EXISTS (SELECT FROM issue_rows r WHERE r.tenant_id = ${tenantId}::uuid AND r.employee_id = e.id))`;
    if (touched > 0) {
      throw new Refusal({
        zh: `${touched} 名员工已被修改或使用，不能撤销`,
        en: `${touched} employees were changed or used since: it can not be taken back`,
      });
    }
    await tx.$executeRaw`DELETE FROM limit_accounts l USING employees e WHERE ${added} AND l.employee_id = e.id AND l.tenant_id = ${tenantId}::uuid`;
    const count = await tx.$executeRaw`DELETE FROM employees e WHERE ${added}`;
    await logChange(
      tx,
      { ...actor, operation: takingBack },
      {
        tenantId,
        id: merchantId,
        label: merchantName,
        after: { removed: count, jobId },
      },
    );
    return count;
  },
};

function matching(pattern: RegExp, words: { zh: string; en: string }) {
  return (text: string) => {
    if (pattern.test(text)) return text;
    throw new Refusal(words);
  };
}

function readLabels(text: string): string {
  const labels = [...new Set(text.split(/\s*[、,，;；]\s*/).filter(Boolean))];
  if (labels.length <= 10 && labels.every((label) => label.length <= 20)) return labels.join('、');
  throw new Refusal({
    zh: '最多 10 个标签，每个最多 20 字',
    en: 'At most ten labels of at most 20 characters',
  });
}

/** The departments by what a file may call them: the whole path, or a name that only one has. */
function departmentPaths({ tenantId, merchantId }: EmployeeImport): Prisma.Sql {
  return Prisma.sql`
    tree AS (
      SELECT d.id, d.name, d.name AS path FROM departments d
      WHERE d.tenant_id = ${tenantId}::uuid AND d.merchant_id = ${merchantId}::uuid AND d.parent_id IS NULL
      UNION ALL
      SELECT d.id, d.name, t.path || '/' || d.name FROM departments d JOIN tree t ON d.parent_id = t.id AND d.tenant_id = ${tenantId}::uuid),
    known_paths AS (
      SELECT min(id::text)::uuid AS id, path FROM (SELECT id, path FROM tree UNION SELECT id, name FROM tree) names
      GROUP BY path HAVING count(*) = 1)`;
}

async function refuseBadRows({ rows, cell, refuse, params }: ImportRun<EmployeeImport>): Promise<void> {
  const { tenantId, merchantId } = params;
  const ours = Prisma.sql`e.tenant_id = ${tenantId}::uuid AND e.merchant_id = ${merchantId}::uuid`;
  await refuse(
    'employeeNo',
    { zh: '工号已存在', en: 'The employee number is taken' },
    Prisma.sql`SELECT r.row_no FROM import_rows r JOIN employees e ON ${ours} AND e.employee_no = ${cell('employeeNo')} WHERE ${rows}`,
  );
  await refuse(
    'mobile',
    { zh: '手机号已被在职员工使用', en: 'An employee has this mobile number' },
    Prisma.sql`SELECT r.row_no FROM import_rows r JOIN employees e ON ${ours} AND e.mobile = ${cell('mobile')} AND e.state <> 'LEFT' WHERE ${rows}`,
  );
  await refuse(
    'department',
    {
      zh: '部门不存在，或有多个同名部门（请写全路径，如 运营中心/一组）',
      en: 'No such department, or several: write the whole path, such as A/B',
    },
    Prisma.sql`WITH RECURSIVE ${departmentPaths(params)}
      SELECT r.row_no FROM import_rows r LEFT JOIN known_paths p ON p.path = ${cell('department')}
      WHERE ${rows} AND ${cell('department')} <> '' AND p.id IS NULL`,
  );
  await refuse(
    'birthday',
    { zh: '生日不能晚于今天', en: 'A birthday is not after today' },
    Prisma.sql`SELECT r.row_no FROM import_rows r
      WHERE ${rows} AND nullif(${cell('birthday')}, '')::date > (now() AT TIME ZONE 'Asia/Shanghai')::date`,
  );
}
