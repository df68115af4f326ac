import { z } from 'zod';
import { bulkResult } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import {
  bulkIds,
  day,
  fenNotNegative,
  formats,
  id,
  instant,
  keyword,
  line,
  mobileNumber,
  nothing,
  reason,
  stamps,
  version,
} from './fields.ts';
import { exportStarted, fileFormat } from './file-format.ts';
import { option } from './option.ts';
import { cursorPageInput, cursorPageOf, sumInput, sumsOf, tenantFilter, withTenant } from './paging.ts';
import { timelineOf } from './timeline.ts';
import { transitions } from './transitions.ts';
import { valuesOf, type WordsOf } from './words.ts';

/** The ways between them stand in `employeeTransitions`. */
export const employeeStateWords = {
  PENDING: { zh: '待激活', en: 'To be activated', tone: 'waiting' },
  ACTIVE: { zh: '已激活', en: 'Active', tone: 'good' },
  FROZEN: { zh: '冻结', en: 'Frozen', tone: 'info' },
  LEFT: { zh: '离职', en: 'Left', tone: 'quiet' },
} as const satisfies WordsOf<string>;
export const employeeStates = valuesOf(employeeStateWords);

/** An employee's limit: total = available + locked + used + recovered. */
export const limits = z.strictObject({
  totalLimit: fenNotNegative,
  availableLimit: fenNotNegative,
  lockedLimit: fenNotNegative,
  usedLimit: fenNotNegative,
  recoveredLimit: fenNotNegative,
});
export type Limits = z.infer<typeof limits>;

/** An employee as lists show one; mobile, e-mail and birthday are masked. */
const employeeRow = z.strictObject({
  id,
  employeeNo: z.string(),
  name: z.string(),
  mobile: z.string(),
  email: z.string().nullable(),
  merchant: option,
  department: option.nullable(),
  labels: z.array(z.string()),
  grade: z.string().nullable(),
  state: z.enum(employeeStates),
  /** Its year alone, as 1990-**-**. */
  birthday: z.string().nullable(),
  hiredOn: day,
  leftOn: day.nullable(),
  ...limits.shape,
  /** Until when the limit can be spent; null: for good. */
  limitExpiresAt: instant.nullable(),
  version,
  ...stamps,
});
export type EmployeeRow = z.infer<typeof employeeRow>;

export const employeeSortFields = ['createdAt', 'employeeNo'] as const;

const filters = {
  ...tenantFilter,
  merchantId: id.optional(),
  /** Name, employee number (from its start) or a whole mobile number. */
  keyword: keyword.optional(),
  /** With all departments below it. */
  departmentId: id.optional(),
  label: keyword.optional(),
  state: z.array(z.enum(employeeStates)).min(1).optional(),
};

const label = line(20);
const email = z.email().max(120);
/** 工号 as typed. A hyphen may not come first: a spreadsheet would take it for a formula. */
export const employeeNoPattern = /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/;
export const employeeNo = z.string().regex(employeeNoPattern).register(formats, {
  zh: '1–32 位字母、数字或短横线，短横线不能在最前',
  en: '1 to 32 letters, digits or hyphens, no hyphen first',
  maxLength: 32,
});
const fields = {
  name: line(40),
  departmentId: id.nullable(),
  labels: z.array(label).max(10),
  grade: line(20).nullable(),
  hiredOn: day,
};

/** A department with its place in the tree; `employeeCount` without those below it. */
export const department = z.strictObject({
  id,
  parentId: id.nullable(),
  name: z.string(),
  employeeCount: z.int(),
  version,
});
export type Department = z.infer<typeof department>;

const bulk = z.strictObject({ ids: bulkIds, reason });

export const employee = {
  queryEmployee: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'employee.view',
    summary: { zh: '员工列表', en: 'List employees' },
    input: cursorPageInput(employeeSortFields, filters),
    output: cursorPageOf(withTenant(employeeRow)),
  }),
  sumEmployee: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'employee.view',
    summary: { zh: '员工额度合计', en: 'Sums of limits' },
    input: sumInput(filters),
    output: sumsOf({
      availableLimit: fenNotNegative,
      lockedLimit: fenNotNegative,
      usedLimit: fenNotNegative,
    }),
  }),
  getEmployee: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'employee.view',
    summary: { zh: '员工详情', en: 'One employee' },
    input: z.strictObject({ id }),
    output: employeeRow,
  }),
  queryTimeline: timelineOf('employee.view'),
  addEmployee: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'employee.edit',
    logs: 'employee',
    summary: { zh: '新增员工（待激活）', en: 'Add an employee (to be activated)' },
    input: z.strictObject({
      merchantId: id,
      employeeNo,
      mobile: mobileNumber,
      email: email.nullable(),
      birthday: day.nullable().default(null),
      ...fields,
    }),
    output: employeeRow,
  }),
  editEmployee: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'employee.edit',
    logs: 'employee',
    summary: {
      zh: '修改员工；未传的手机、邮箱与生日保持不变',
      en: 'Edit an employee; an omitted mobile, e-mail or birthday stays as it is',
    },
    input: z.strictObject({
      id,
      version,
      mobile: mobileNumber.optional(),
      email: email.nullable().optional(),
      birthday: day.nullable().optional(),
      ...fields,
    }),
    output: employeeRow,
  }),
  activateEmployee: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'employee.edit',
    logs: 'employee',
    summary: { zh: '激活（逐条返回结果）', en: 'Activate employees, row by row' },
    input: bulk.partial({ reason: true }),
    output: bulkResult,
  }),
  freezeEmployee: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'employee.edit',
    logs: 'employee',
    summary: { zh: '冻结（逐条返回结果）', en: 'Freeze employees, row by row' },
    input: bulk,
    output: bulkResult,
  }),
  unfreezeEmployee: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'employee.edit',
    logs: 'employee',
    summary: { zh: '解冻（逐条返回结果）', en: 'Unfreeze employees, row by row' },
    input: bulk,
    output: bulkResult,
  }),
  leaveEmployee: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'employee.edit',
    logs: 'employee',
    idempotent: true,
    summary: {
      zh: '离职：未用额度回收至企业资金（逐条返回结果）',
      en: "Leave: the unused limit goes back to the company's fund, row by row",
    },
    input: bulk,
    output: bulkResult,
  }),
  labelEmployee: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'employee.edit',
    logs: 'employee',
    summary: { zh: '批量打标签、去标签', en: 'Add and remove labels' },
    input: z.strictObject({
      ids: bulkIds,
      add: z.array(label).max(10).default([]),
      remove: z.array(label).max(10).default([]),
    }),
    output: bulkResult,
  }),
  queryLabel: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'employee.view',
    summary: { zh: '商户已用的标签', en: "A merchant's labels in use" },
    input: z.strictObject({ merchantId: id }),
    output: z.array(z.string()),
  }),
  revealEmployee: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'employee.reveal',
    logs: 'employee',
    summary: { zh: '查看完整手机、邮箱与生日（留痕）', en: 'Reveal mobile, e-mail and birthday; logged' },
    input: z.strictObject({ id, reason }),
    output: z.strictObject({ mobile: z.string(), email: z.string().nullable(), birthday: day.nullable() }),
  }),
  exportEmployee: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'employee.export',
    logs: 'export',
    summary: { zh: '导出员工', en: 'Export employees' },
    input: z.strictObject({ ...filters, format: fileFormat }),
    output: exportStarted,
  }),
  queryDepartment: endpoint({
    kind: 'query',
    access: 'session',
    permission: 'employee.view',
    summary: { zh: '部门树', en: "A merchant's departments" },
    input: z.strictObject({ merchantId: id }),
    output: z.array(department),
  }),
  addDepartment: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'employee.edit',
    logs: 'department',
    summary: { zh: '新增部门', en: 'Add a department' },
    input: z.strictObject({ merchantId: id, parentId: id.nullable(), name: line(40) }),
    output: department,
  }),
  editDepartment: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'employee.edit',
    logs: 'department',
    summary: { zh: '修改部门名称', en: 'Rename a department' },
    input: z.strictObject({ id, version, name: line(40) }),
    output: department,
  }),
  deleteDepartment: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'employee.edit',
    logs: 'department',
    summary: { zh: '删除空部门', en: 'Delete an empty department' },
    input: z.strictObject({ id, version }),
    output: nothing,
  }),
};

/** Employees from a file, as a job that is confirmed after its check. */
export const employeeImport = {
  importEmployee: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'employee.import',
    logs: 'merchant',
    logsDone: false,
    idempotent: true,
    summary: { zh: '批量导入员工', en: 'Import employees from a file' },
    input: z.strictObject({ merchantId: id }),
    output: z.strictObject({ jobId: id }),
  }),
  importTemplate: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'employee.import',
    logs: 'export',
    logsDone: false,
    summary: { zh: '员工导入模板', en: 'The sheet that importEmployee takes' },
    input: z.strictObject({ format: fileFormat }),
    output: z.null(),
  }),
};

export const employeeTransitions = transitions({
  area: 'employee',
  record: { zh: '员工', en: 'Employee' },
  words: employeeStateWords,
  initial: ['PENDING'],
  endpoints: employee,
  actions: {
    activateEmployee: { from: ['PENDING'], to: ['ACTIVE'] },
    freezeEmployee: { from: ['ACTIVE'], to: ['FROZEN'] },
    unfreezeEmployee: { from: ['FROZEN'], to: ['ACTIVE'] },
    leaveEmployee: {
      from: ['PENDING', 'ACTIVE', 'FROZEN'],
      to: ['LEFT'],
      effect: {
        zh: '未用额度回收至企业资金，名下的卡冻结',
        en: "The unspent limit goes back to the company's fund, the cards are frozen",
      },
    },
  },
  automatic: {},
});
