import { contract, endpointAt } from '@xyxlx/contracts/contract';
import { creditCodeCheck } from '@xyxlx/contracts/credit-code';
import type { Endpoint } from '@xyxlx/contracts/endpoint';
import { riskTemplates } from '@xyxlx/contracts/risk-templates';
import { stateMachines } from '@xyxlx/contracts/state-machines';
import { companyId, roleId, userId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardHolder, cardProduct, madeCard } from '../../../../tests/support/cards.ts';
import { openCaseDesk } from '../../../../tests/support/case-desk.ts';
import { dailyPlan } from '../../../../tests/support/issue-plans.ts';
import { merchantForm } from '../../../../tests/support/merchants.ts';
import { startTestApi, type TestApi } from '../../../../tests/support/test-api.ts';
import { operationAt } from '../core/operation.ts';
import { shanghaiDay } from '../platform/time/shanghai.ts';
import { isLogged } from './log-attempts.ts';

let api: TestApi;
let admin: string;
let merchantId: string;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn('13800000001');
  const { tenantId } = await api.deps.sessions.authenticate(admin);
  const merchant = await api.deps.database.prisma.merchant.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE' },
  });
  merchantId = merchant.id;
});
afterAll(() => api.close());

interface Answered {
  id: string;
  version: number;
  /** Of what has versions, or was put on a list. */
  versions?: { id: string }[];
  entries?: Answered[];
}

/** Calls the endpoint, and finds what it did in the log once, under the name that its contract says. */
async function does(path: string, input: object): Promise<Answered> {
  const [module = '', action = ''] = path.split('/');
  const { body, headers, status } = await api.call(path, input, admin);
  expect({ path, status, msg: body.msg ?? '' }).toEqual({ path, status: 200, msg: body.msg ?? '' });
  if (body.success === false) throw new Error(`${path}: ${body.msg}`);
  const rows = await api.deps.database.prisma.operationLog.findMany({
    where: { traceId: headers['x-request-id'] as string, module },
  });
  const expected = operationAt(module, action, endpointAt(module, action) as Endpoint);
  expect(rows.map((row) => ({ module: row.module, action: row.action, target: row.targetType }))).toEqual([
    expected,
  ]);
  return body.result;
}

const reason = '核对日志';
const roleForm = { name: '核对', dataScope: 'TENANT', permissions: [], ceilingAmount: 0 };
const first17 = '91310115700000001';
const companyForm = {
  name: '核对公司',
  parentId: null,
  creditCode: first17 + creditCodeCheck(first17),
  contactName: null,
  address: null,
};
const titleForm = {
  title: '核对抬头',
  taxNo: first17 + creditCodeCheck(first17),
  address: null,
  phone: null,
  bank: null,
  bankAccount: null,
  email: null,
  isDefault: false,
};
const storeForm = { name: '核对门店', region: '上海市', address: '一号' };
const employeeForm = {
  employeeNo: 'LOGGED-1',
  name: '核对员工',
  mobile: '13700007001',
  email: null,
  departmentId: null,
  labels: [],
  grade: null,
  hiredOn: '2026-01-01',
};
const platformForm = { name: '核对平台', type: 'MALL', feeBps: 0 };
const bindingForm = { name: '核对渠道', appId: 'app-1', externalId: 'shop-1' };

/** Changes that follow one another, each named with what it is done with. */
const courses: Record<string, () => Promise<string[]>> = {
  companies: () =>
    course(async (step) => {
      const { id, version } = await step('company/addCompany', companyForm);
      const title = await step('company/addInvoiceTitle', { companyId: id, ...titleForm });
      const edited = await step('company/editInvoiceTitle', { ...keyOf(title), ...titleForm, bank: '银行' });
      await step('company/deleteInvoiceTitle', keyOf(edited));
      const after = await step('company/editCompany', { ...companyForm, id, version, address: '一号' });
      await step('company/deleteCompany', keyOf(after));
    }),
  roles: () =>
    course(async (step) => {
      const role = await step('role/addRole', roleForm);
      const after = await step('role/editRole', { ...roleForm, ...keyOf(role), ceilingAmount: 1 });
      await step('role/setRoleMembers', { id: role.id, addUserIds: [], removeUserIds: [] });
      await step('role/deleteRole', keyOf(after));
      const { id } = await step('role/addRole', roleForm);
      await step('role/deleteRoles', { ids: [id] });
    }),
  tenants: () =>
    course(async (step) => {
      const packageForm = { name: '核对套餐', permissionGroups: ['home'], maxAccounts: 3 };
      const added = await step('tenant/addPackage', { code: 'logged', ...packageForm });
      const after = await step('tenant/editPackage', { ...keyOf(added), ...packageForm, maxAccounts: 4 });
      await step('tenant/deletePackage', keyOf(after));
      const tenantForm = { name: '核对租户', packageId: null, expiresAt: null, domains: [] };
      const administrator = { name: '管理员', mobile: '13700007002' };
      const tenant = await step('tenant/addTenant', { code: 'logged', ...tenantForm, administrator });
      await step('tenant/editTenant', { ...keyOf(tenant), ...tenantForm, name: '核对租户二' });
    }),
  channels: () =>
    course(async (step) => {
      const given = { channel: 'WECHAT', ...bindingForm, secret: 'not-a-real-secret' };
      const added = await step('channel/addBinding', given);
      const after = await step('channel/editBinding', {
        ...keyOf(added),
        ...bindingForm,
        name: '核对渠道二',
      });
      await step('channel/releaseBinding', { ...keyOf(after), reason });
    }),
  calendar: () =>
    course(async (step) => {
      await step('workCalendar/editDay', { day: '2026-12-31', kind: 'OFF', name: '核对' });
      await step('workCalendar/deleteDay', { day: '2026-12-31' });
    }),
  inboxes: () =>
    course(async (step) => {
      const sla = { urgent: 4, high: 24, medium: 72, low: 168 };
      const form = { name: '核对收件箱', memberIds: [userId('13800000001')], sla, escalateToId: null };
      const added = await step('compliance/addInbox', form);
      await step('compliance/editInbox', { ...form, ...keyOf(added), name: '核对收件箱二' });
      const [large, ...others] = riskTemplates;
      // All but one are there: the log has a row of each that is made.
      for (const other of others)
        await step('compliance/addRule', { ...other, action: 'ALERT', inboxId: added.id });
      await step('compliance/addTemplateRules', { inboxId: added.id });
      const terms = { ...large, action: 'ALERT', inboxId: added.id, code: 'LOGGED' };
      const { code: _, ...edit } = terms;
      const rule = await step('compliance/addRule', terms);
      const edited = await step('compliance/editRule', { ...edit, ...keyOf(rule), score: 31 });
      const id = edited.versions?.[0]?.id;
      const tried = await step('compliance/startShadow', { id, version: edited.version });
      await step('compliance/disableRule', { id, version: tried.version, reason });
      const subject = { subjectType: 'MERCHANT', subjectId: merchantId };
      const listed = await step('compliance/addEntry', { list: 'GREY', ...subject, reason });
      const [entry] = listed.entries ?? [];
      await step('compliance/removeEntry', { ...keyOf(entry as Answered), reason });
    }),
  cases: () =>
    course(async (step) => {
      const desk = await openCaseDesk(api);
      const subject = { subjectType: 'EMPLOYEE', subjectId: await desk.employee(), severity: 'LOW', reason };
      const [one, other] = [await desk.rule(), await desk.rule()];
      const { id } = await step('compliance/openCase', { ...subject, ruleId: one.id });
      const { id: otherId } = await step('compliance/openCase', { ...subject, ruleId: other.id });
      await step('compliance/addNote', { id, text: '核对' });
      await step('compliance/linkCase', { id, otherId });
      await step('compliance/freezeSubject', { id, reason });
      await step('compliance/unfreezeSubject', { id, reason });
    }),
  users: () =>
    course(async (step) => {
      const roleIds = [roleId('A', 'operator')];
      const { id } = await step('userAccount/addUser', { mobile: '13700007003', name: '核对用户', roleIds });
      let { version } = await step('userAccount/editUser', { id, version: 1, name: '核对用户二' });
      await step('userAccount/deleteUser', { id, version: version++, reason });
      await step('userAccount/enableUser', { id, version: version++ });
      await step('userAccount/disableUsers', { ids: [id], reason });
      await step('userAccount/enableUsers', { ids: [id], reason });
      await step('userAccount/assignRole', { ids: [id], roleId: roleId('A', 'auditor') });
      version += 3;
      await step('userAccount/resetUserPassword', { id, version, reason });
      await step('userAccount/revealUser', { id, reason });
      await step('userAccount/endUserSession', { id, reason });
      await step('userAccount/endOtherSessions', {});
    }),
  merchants: () =>
    course(async (step) => {
      const form = merchantForm();
      const { id, version } = await step('merchant/addMerchant', form);
      await step('merchant/editMerchant', { ...form, id, version, shortName: '核对' });
      await step('merchant/revealMerchant', { id, reason });
      const store = await step('store/addStore', { merchantId, ...storeForm });
      await step('store/editStore', { ...keyOf(store), ...storeForm, address: '二号' });
    }),
  employees: () =>
    course(async (step) => {
      const department = { merchantId, parentId: null, name: '核对部' };
      const added = await step('employee/addDepartment', department);
      const renamed = await step('employee/editDepartment', { ...keyOf(added), name: '核对二部' });
      await step('employee/deleteDepartment', keyOf(renamed));
      const { employeeNo: _, mobile, email, ...fields } = employeeForm;
      const employee = await step('employee/addEmployee', { merchantId, ...employeeForm });
      await step('employee/editEmployee', { ...fields, ...keyOf(employee), name: '核对员工二' });
      await step('employee/labelEmployee', { ids: [employee.id], add: ['核对'], remove: [] });
      await step('employee/revealEmployee', { id: employee.id, reason });
    }),
  plans: () =>
    course(async (step) => {
      const form = { name: '核对计划', ...dailyPlan };
      const added = await step('autoIssue/addPlan', { ...form, merchantId });
      const edited = await step('autoIssue/editPlan', { ...form, ...keyOf(added), validTo: '2030-12-31' });
      await step('autoIssue/archivePlan', { ...keyOf(edited), reason });
    }),
  rules: () =>
    course(async (step) => {
      const form = {
        name: '核对制度',
        categories: [],
        priority: 1,
        excess: 'SPLIT',
        validFrom: '2026-01-01',
        scopes: [{ kind: 'LABEL', value: '核对' }],
        rules: [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 1 }] }],
      };
      const added = await step('rule/addInstitution', form);
      await step('rule/editInstitution', { ...keyOf(added), ...form, priority: 2 });
      const scopes = [{ kind: 'LABEL', value: '再核对' }];
      const { prisma } = api.deps.database;
      const version = await prisma.institutionVersion.findFirstOrThrow({
        where: { institutionId: added.id },
      });
      const span = { from: '2026-11-01', to: '2026-11-02' };
      await step('rule/startSimulation', { versionId: version.id, ...span });
      await step('rule/assignInstitution', { ids: [added.id], scopes, change: 'ADD', reason });
    }),
  'platforms and brands': () =>
    course(async (step) => {
      const platform = await step('platform/addPlatform', { code: 'LOGGED', ...platformForm });
      await step('platform/editPlatform', { ...keyOf(platform), ...platformForm, name: '核对平台二' });
      const accountForm = {
        platformId: platform.id,
        companyId: companyId('A', 0),
        name: '核对',
        bank: '银行',
      };
      const account = await step('platform/addAccount', {
        ...accountForm,
        kind: 'BANK',
        accountNo: '62258800001234',
      });
      await api.deps.database.prisma.approval.updateMany({
        where: { subjectId: account.id },
        data: { state: 'WITHDRAWN', decidedAt: new Date() },
      });
      await api.deps.database.prisma.platformAccount.updateMany({
        where: { id: account.id },
        data: { state: 'WITHDRAWN' },
      });
      await step('platform/editAccount', { ...keyOf(account), ...accountForm, name: '核对二' });
      const brand = await step('brand/addBrand', { name: '核对品牌', category: 'MEAL' });
      await step('brand/editBrand', { ...keyOf(brand), name: '核对品牌二', category: 'MEAL' });
      await step('brand/assignMerchant', { id: brand.id, merchantIds: [merchantId] });
    }),
  'card products': () =>
    course(async (step) => {
      const terms = {
        ...{ name: '核对卡', form: 'PHYSICAL', naming: 'NAMED', faces: [100_000] },
        ...{ makingFee: 0, reloadable: true, mcc: [] },
      };
      const product = await step('card/addProduct', { code: 'LOGGED', ...terms });
      await step('card/editProduct', { ...keyOf(product), ...terms, name: '核对卡二' });
    }),
  funds: () =>
    course(async (step) => {
      const { id, version } = await api.deps.database.prisma.fundAccount.findFirstOrThrow();
      await step('fund/editThreshold', { id, version, thresholdAmount: 1 });
    }),
  vouchers: () =>
    course(async (step) => {
      const { tenantId } = await api.deps.sessions.authenticate(admin);
      const found = await api.deps.database.prisma.ledgerAccount.findMany({
        where: { tenantId, code: { in: ['1001', '6602', '6603'] } },
        orderBy: { code: 'asc' },
      });
      const [cash, cost, parent] = found.map(({ id }) => id);
      const form = {
        date: shanghaiDay(new Date()),
        word: '记',
        lines: [
          { summary: '核对', accountId: cost, debitAmount: 1 },
          { summary: '核对', accountId: cash, creditAmount: 1 },
        ],
      };
      const draft = await step('voucher/addVoucher', form);
      const edited = await step('voucher/editVoucher', { ...keyOf(draft), ...form });
      await step('voucher/downloadVoucher', { ids: [edited.id] });
      await step('voucher/deleteVoucher', keyOf(edited));
      await step('voucher/addAccount', { parentId: parent, code: '6603.09', name: '核对科目' });
      await step('voucher/exportTrialBalance', { format: 'csv' });
    }),
  'what is read and logged all the same': () =>
    course(async (step) => {
      const { tenantId } = await api.deps.sessions.authenticate(admin);
      const draw = await api.deps.database.prisma.lotteryRecord.findFirstOrThrow({ where: { tenantId } });
      await step('lottery/revealLottery', { id: draw.id, reason });
      const whose = await cardHolder(api, tenantId);
      const productId = await cardProduct(api, tenantId);
      await step('card/revealCard', { id: await madeCard(api, { ...whose, productId }), reason });
      await step('search/findMerchant', { keyword: '核对商户' });
      await step('operationLog/verifyIntegrity', {});
      for (const { operation } of api.deps.registry.exports.values()) {
        const path = `${operation.module}/${operation.action}`;
        if (!needsMore.includes(path)) await step(path, { format: 'csv' });
      }
    }),
  cards: () =>
    course(async (step) => {
      const { tenantId } = await api.deps.sessions.authenticate(admin);
      const productId = await cardProduct(api, tenantId);
      const ids = [await madeCard(api, { ...(await cardHolder(api, tenantId)), productId })];
      for (const action of ['freezeCard', 'unfreezeCard', 'reportLossCard', 'cancelLossCard'])
        await step(`card/${action}`, { ids, reason });
      const named = { ...(await cardHolder(api, tenantId)), productId };
      await step('card/limitCard', { id: await madeCard(api, named), version: 1, dayLimit: 20_000, reason });
      const lost = await madeCard(api, { ...named, state: 'LOST' });
      await step('card/replaceCard', { id: lost, version: 1, feeAmount: 0, reason });
      await step('card/cancelCard', { ids, reason });
      const anonymous = await cardProduct(api, tenantId, { naming: 'ANONYMOUS' });
      const ending = [await madeCard(api, { ...named, productId: anonymous, naming: 'ANONYMOUS' })];
      await step('card/extendCard', { ids: ending, months: 1, feeAmount: 0, reason });
    }),
  'one’s own cards': () =>
    course(async (step) => {
      const { prisma } = api.deps.database;
      const { tenantId, userId } = await api.deps.sessions.authenticate(admin);
      const whose = await cardHolder(api, tenantId);
      const where = { tenantId_id: { tenantId, id: whose.employeeId } };
      const { mobile } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });
      await prisma.employee.update({ where, data: { userId, mobile } });
      const id = await madeCard(api, { ...whose, productId: await cardProduct(api, tenantId) });
      const { lastFour } = await prisma.card.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
      await step('own/freeze', { id });
      await step('own/unfreeze', { id });
      await step('own/reportLoss', { id, lastFour });
    }),
};

/** The exports of one thing. */
const needsMore = [
  'bill/downloadStatement',
  'bill/exportBillEntry',
  'bill/exportBillLine',
  'billChange/exportBatchFailed',
  'creditLimit/exportIssueFailed',
  'creditLimit/exportIssueRow',
  'billChange/billLimitExport',
  'rule/exportSimulation',
];

/**
 * What needs a code, a password, a file, money or a checker: done in the tests of its area, where the wire checks that it has logged
 * something (`log-check.ts`).
 */
const elsewhere = [
  ...needsMore,
  'userAccount/updatePassword',
  'userAccount/updatePassword_V2',
  'userAccount/updateMobile',
  'userAccount/uploadAvatarImage',
  'brand/uploadLogo',
  'card/uploadArt',
  'card/editPolicy',
  'card/redeemCard',
  'attachment/uploadAttachment',
  'attachment/downloadAttachment',
  'compliance/addAttachment',
  'compliance/downloadAttachment',
  'compliance/fileReport',
  'compliance/downloadReport',
  'compliance/submitRule',
  'compliance/startBacktest',
  'compliance/labelHit',
  'order/uploadProof',
  'order/downloadProof',
  'userAccount/removeSignOnBinding',
  'userAccount/endSession',
  'userAccount/resendInvitation',
  'userAccount/cancelInvitation',
  'limit/adjustLimit',
  'limit/undoAdjustment',
  'consumption/refundConsumption',
  'consumption/revokeConsumption',
  'billChange/uploadBatchBillLimit',
  'fund/addTransfer',
  'card/assignCard',
  'card/activateCard',
  'fund/claimTopUp',
  'fund/runReconciliation',
  'topup/addTopUp',
  'topup/askTopUp',
  'order/addOrder',
  'own/activate',
  'own/addOrder',
  'own/editOrder',
  'own/cancelOrder',
  'own/applyInvoice',
  'order/applyInvoice',
  'approval/editThreshold',
  'rule/editSetting',
  'autoIssue/submitPlan',
  'autoIssue/disablePlan',
  'autoIssue/retryExecution',
  'autoIssue/skipExecution',
  'autoIssue/reissueExecution',
  'voucher/reverseVoucher',
  'voucher/editAccount',
  'voucher/mapRole',
  'voucher/editSetting',
  'voucher/closePeriod',
  'voucher/reopenPeriod',
  'approval/approve',
  'approval/reject',
  'approval/withdraw',
  'approval/revealChange',
  'channel/testBinding',
  'channel/authorizeBinding',
  'company/submitCertification',
  'tenant/addAdministrator',
  'errorReport/downloadErrorLog',
  'subApp/addSubApp',
  'subApp/editSubApp',
  'invoice/resendInvoice',
  'job/runScheduledTask',
  'job/cancelJob',
  'job/confirmImport',
  'job/mendImportRows',
  'job/undoImport',
  'job/downloadExport',
  'job/downloadFailedRows',
];

function keyOf({ id, version }: Answered) {
  return { id, version };
}

async function course(go: (step: typeof does) => Promise<void>): Promise<string[]> {
  const done: string[] = [];
  await go(async (path, input) => {
    done.push(path);
    return does(path, input);
  });
  return done;
}

describe('what an endpoint did is in the log once, under the area, action and kind of record of its contract', () => {
  const walked: string[] = [];

  test.each(Object.entries(courses))('%s', async (_, go) => {
    walked.push(...(await go()));
  });

  test('every endpoint that is logged is among them, among the changes of states, or known to be elsewhere', () => {
    const logged = Object.entries(contract).flatMap(([area, actions]) =>
      Object.entries<Endpoint>(actions)
        .filter(([, definition]) => isLogged(definition) && (definition.logsDone ?? true))
        .map(([action]) => `${area}/${action}`),
    );
    const states = stateMachines.flatMap(({ area, actions }) =>
      Object.keys(actions).map((action) => `${area}/${action}`),
    );
    const known = new Set([...walked, ...states, ...elsewhere]);
    expect(logged.filter((path) => !known.has(path))).toEqual([]);
    expect(elsewhere.filter((path) => !logged.includes(path))).toEqual([]);
  });
});
