import type { Endpoint } from '@xyxlx/contracts/endpoint';
import { stateMachines } from '@xyxlx/contracts/state-machines';
import { allows, type Transitions } from '@xyxlx/contracts/transitions';
import { connect } from '@xyxlx/database/connect';
import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { sessionOf } from '../../../../../tests/support/accounts.ts';
import { recordOrder } from '../../../../../tests/support/card-orders.ts';
import { cardHolder, cardProduct, madeCard } from '../../../../../tests/support/cards.ts';
import { bringCase, type CaseDesk, openCaseDesk } from '../../../../../tests/support/case-desk.ts';
import { dailyPlan } from '../../../../../tests/support/issue-plans.ts';
import { issueLots } from '../../../../../tests/support/lots.ts';
import { merchantForm } from '../../../../../tests/support/merchants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { ruleVersionIn } from '../../../../../tests/support/rule-version-in.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';
import { recordVoucher } from '../../../../../tests/support/vouchers.ts';
import { secretContext } from '../../areas/channel/change-binding.ts';
import { staleVersion } from '../../core/errors.ts';
import type { Transaction } from '../db/transaction.ts';
import { companyBehind } from '../fund/fund.ts';

let api: TestApi;
/** Hands in what a checker decides. */
let maker: string;
let admin: string;
let adminId: string;
let merchantId: string;
const tenantId = tenantIdOf('A');
/** Of the ports that a client never connects to. */
const nobodyThere = '127.0.0.1:1';
let made = 0;
/** Where cases are made. */
let caseDesk: CaseDesk | undefined;
/** Each is of a month of its own, long before those of the seeds. */
let bills = 0;

beforeAll(async () => {
  api = await startTestApi({
    settings: { CHANNEL_HOSTS: nobodyThere },
    override: withoutJobs,
  });
  const permissions = [
    'merchant.view',
    'merchant.edit',
    'bill.view',
    'bill.issue',
    'card.view',
    'card.product',
  ];
  maker = (await operator(api, '经办', { permissions })).token;
  admin = await api.signIn('13800000001');
  adminId = (await sessionOf(api, admin)).userId;
  const merchant = await api.deps.database.prisma.merchant.findFirstOrThrow({
    where: { tenantId, state: 'ACTIVE', companyId: { not: null } },
    orderBy: { id: 'asc' },
  });
  merchantId = merchant.id;
});
afterAll(() => api.close());

interface Record {
  id: string;
  version?: number;
}

/** How a test comes by a record in a state, ready for an action in all but its state. */
interface Recipe {
  table: string;
  /** SQL of its state, where that is not the column of this name, and of the row that it is asked for by id ($1). */
  state?: string;
  row?: string;
  make(state: string, action: string): Promise<Record>;
  /** SQL of the id of the record that it belongs to (of $1), where the log is about that. */
  loggedOf?: string;
  /** What actions are given besides the record and a reason. */
  inputs?: { [action: string]: (record: Record) => object };
}

async function force(table: string, id: string, state: string): Promise<Record> {
  const { rows } = await api.deps.database.pool.query(
    `UPDATE ${table} SET state = $1 WHERE tenant_id IS NOT NULL AND id = $2 RETURNING id, version`,
    [state, id],
  );
  return rows[0];
}

/** By the area, or by the record's name where its area has another one. */
const recipes: { [area: string]: Recipe } = {
  subApp: {
    table: 'sub_apps',
    row: `SELECT *, CASE WHEN enabled THEN 'ENABLED' ELSE 'DISABLED' END AS state FROM sub_apps WHERE id = $1`,
    make: (state) => {
      made += 1;
      return api.deps.database.prisma.subApp.create({
        data: {
          ...{ code: `walked-${made}`, nameZh: '走遍', nameEn: 'Walked', address: '/sub/walked/' },
          enabled: state === 'ENABLED',
        },
      });
    },
  },
  errorReport: {
    table: 'error_reports',
    row: 'SELECT * FROM error_reports WHERE id = $1',
    make: (state) => {
      made += 1;
      return api.deps.database.prisma.errorReport.create({
        data: {
          ...{ ticket: `E-SW${made}`, serial: 'SN', note: '', content: 'x', ip: '', agent: '' },
          ...{ createdAt: api.clock.now(), state: state as 'NEW' },
          ...(state === 'CLOSED' && { resolution: '已修复' }),
        },
      });
    },
  },
  merchant: {
    table: 'merchants',
    make: async (state) => {
      const { body } = await api.call('merchant/addMerchant', merchantForm(), maker);
      return force('merchants', body.result.id, state);
    },
  },
  platform: {
    table: 'platforms',
    make: (state) =>
      api.deps.database.prisma.platform.create({
        data: { ...named('平台'), code: `PW_${made}`, state: state as 'ENABLED' },
      }),
  },
  brand: {
    table: 'brands',
    make: (state) =>
      api.deps.database.prisma.brand.create({ data: { ...named('品牌'), state: state as 'ENABLED' } }),
  },
  card: {
    table: 'card_products',
    make: async (state) => {
      const { prisma } = api.deps.database;
      const { id, version } = await prisma.cardProduct.create({
        data: {
          ...{ ...named('产品'), code: `CW${made}`, form: 'PHYSICAL', naming: 'NAMED', faces: [100n] },
          ...{ makingFee: 0n, reloadable: true },
        },
      });
      const where = { tenantId_id: { tenantId, id } };
      if (state === 'SUBMITTED') return prisma.cardProduct.update({ where, data: { state } });
      if (state !== 'DRAFT') {
        const { body } = await api.call('card/submitProduct', { id, version }, maker);
        await api.call('approval/approve', { id: body.result.approvalId }, admin);
      }
      return state === 'DISABLED'
        ? prisma.cardProduct.update({ where, data: { state } })
        : prisma.cardProduct.findUniqueOrThrow({ where });
    },
  },
  Case: {
    table: 'risk_cases',
    make: async (state) => {
      caseDesk ??= await openCaseDesk(api);
      const other = caseDesk.other.session.userId;
      // Nobody works more than ten at a time.
      await api.deps.database.prisma.riskCase.updateMany({
        where: { tenantId, assigneeId: adminId },
        data: { assigneeId: other },
      });
      const { id } = await caseDesk.newCase();
      return bringCase(api, id, state as 'NEW', { id: adminId, name: '管理员' });
    },
    inputs: {
      assignCase: () => ({ assigneeId: caseDesk?.head.session.userId }),
      suspendCase: () => ({ until: new Date(Date.now() + 86_400_000).toISOString() }),
      closeCase: () => ({ outcome: 'FALSE', reason: '与本人核实，属正常消费' }),
    },
  },
  'Monitoring rule': {
    table: 'risk_rule_versions',
    loggedOf: 'SELECT rule_id AS id FROM risk_rule_versions WHERE tenant_id IS NOT NULL AND id = $1',
    make: async (state) => {
      caseDesk ??= await openCaseDesk(api);
      return ruleVersionIn(api, tenantId, state);
    },
  },
  Card: {
    table: 'cards',
    make: async (state, action) => {
      const isAnonymous = action === 'extendCard' || action === 'shipCard';
      const product = isAnonymous ? 'ANONYMOUS' : 'NAMED';
      cardProducts[product] ??= await cardProduct(api, tenantId, { naming: product });
      // Long enough ago to be redeemed.
      if (action === 'redeemCard') api.clock.setBusinessOffset(-100 * 86_400_000);
      const { employeeId, ...unit } = await cardHolder(api, tenantId);
      const id = await madeCard(api, {
        ...{
          ...unit,
          tenantId,
          productId: cardProducts[product],
          naming: product,
          state: state as 'ACTIVE',
          faceAmount: 0,
        },
        ...(state !== 'STOCK' && !isAnonymous && { employeeId }),
        ...(action === 'redeemCard' && !['REPLACED', 'REDEEMED'].includes(state) && { balance: 100 }),
      });
      api.clock.setBusinessOffset(0);
      holderId = employeeId;
      return { id, version: 1 };
    },
    inputs: {
      assignCard: () => ({ employeeId: holderId }),
      replaceCard: () => ({ feeAmount: 0 }),
      extendCard: () => ({ feeAmount: 0, months: 1 }),
    },
  },
  store: {
    table: 'stores',
    make: (state) =>
      api.deps.database.prisma.store.create({
        data: {
          ...named('SW'),
          merchantId,
          storeNo: `SW${made}`,
          region: '上海市',
          address: '一号',
          state: state as 'ACTIVE',
        },
      }),
  },
  employee: {
    table: 'employees',
    make: (state) =>
      api.deps.database.prisma.employee.create({
        data: {
          ...named('员工'),
          merchantId,
          employeeNo: `EW${made}`,
          mobile: `139${String(made).padStart(8, '0')}`,
          hiredOn: new Date('2026-01-01'),
          state: state as 'ACTIVE',
          ...(state === 'LEFT' && { leftOn: new Date('2026-02-01') }),
        },
      }),
  },
  billChange: {
    table: 'limit_batches',
    make: (state) => {
      made += 1;
      const sheet = {
        fileName: 'limits.csv',
        sha256: 'a'.repeat(64),
        reason: '季度调整',
        total: 1,
        changed: 1,
      };
      return api.deps.database.prisma.limitBatch.create({
        data: {
          tenantId,
          merchantId,
          batchNo: `BW${made}`,
          ...sheet,
          state: state as 'READY',
          createdBy: '测试',
        },
      });
    },
  },
  creditLimit: {
    table: 'issue_batches',
    make: async (state, action) => {
      const { prisma } = api.deps.database;
      const employee = await prisma.employee.findFirstOrThrow({
        where: { tenantId, merchantId, state: 'ACTIVE' },
        orderBy: { id: 'asc' },
      });
      // Anything else of what can be voided has to be issued first.
      if (action === 'voidIssue' && ['DONE', 'PARTLY_DONE', 'STOPPED'].includes(state)) {
        const [lotId] = await issueLots(api, employee.id, [{ amount: 1 }]);
        const { batchId } = await prisma.limitLot.findFirstOrThrow({
          where: { tenantId, id: lotId as string },
        });
        return force('issue_batches', batchId, state);
      }
      made += 1;
      const batch = await prisma.issueBatch.create({
        data: {
          ...{ tenantId, merchantId, batchNo: `STATE-${made}`, name: '福利', reason: '福利', kind: 'MANUAL' },
          ...{ state: state as 'DRAFT', effectiveOn: new Date('2026-11-01'), inputSha256: '0'.repeat(64) },
          ...{ total: 1, amount: 1, failed: action === 'retryIssue' ? 1 : 0 },
        },
      });
      const { id: employeeId, employeeNo, name: employeeName } = employee;
      await prisma.issueRow.create({
        data: {
          ...{ tenantId, batchId: batch.id, rowNo: 1, employeeId, employeeNo, employeeName, amount: 1 },
          ...(action === 'retryIssue' && { state: 'FAILED', finishedAt: new Date() }),
        },
      });
      return batch;
    },
  },
  autoIssue: {
    table: 'issue_plans',
    make: async (state) => {
      made += 1;
      const { body } = await api.call(
        'autoIssue/addPlan',
        {
          ...{ merchantId, name: `计划${made}`, schedule: { type: 'DAILY' }, accumulation: { kind: 'NONE' } },
          ...{ target: { by: 'ALL' }, amount: { by: 'SAME', amount: 1 }, validFrom: '2026-01-01' },
        },
        admin,
      );
      await api.deps.database.prisma.issuePlan.updateMany({
        where: { tenantId, id: body.result.id },
        data: { lookedUntil: new Date() },
      });
      return force('issue_plans', body.result.id, state);
    },
  },
  'Run of a plan': {
    table: 'issue_batches',
    make: async (state) => {
      made += 1;
      const { prisma } = api.deps.database;
      const { id: planId } = await prisma.issuePlan.create({
        data: {
          ...{ tenantId, merchantId, code: `FP${80_000_000 + made}`, name: `执行${made}`, type: 'DAILY' },
          versions: { create: { no: 1, definition: dailyPlan, sha256: '0'.repeat(64) } },
        },
      });
      const day = new Date('2026-11-01');
      return prisma.issueBatch.create({
        data: {
          ...{
            tenantId,
            merchantId,
            batchNo: `RUN-${made}`,
            name: '执行',
            reason: '执行',
            kind: 'RUN',
            planId,
          },
          ...{ planVersion: 1, runOn: day, period: '2026-11-01', plannedAt: day, effectiveOn: day },
          ...{ state: state as 'DRAFT', inputSha256: '0'.repeat(64) },
        },
      });
    },
  },
  bill: {
    table: 'bills',
    make: async (state, action) => {
      made += 1;
      bills += 1;
      const { id, version } = await api.deps.database.prisma.bill.create({
        data: {
          tenantId,
          kind: 'MERCHANT',
          merchantId,
          billNo: `BILLW${made}`,
          period: `20${String(Math.floor(bills / 12)).padStart(2, '0')}-${String((bills % 12) + 1).padStart(2, '0')}`,
        },
      });
      // What a checker decides on has been handed in.
      if (action === 'confirmBill' || action === 'disputeBill')
        await api.call('bill/issueBill', { id, version }, maker);
      // Whose word is the last is its state.
      const sides = state === 'DISPUTED' ? ['CLAIM'] : state === 'ANSWERED' ? ['CLAIM', 'ANSWER'] : [];
      const { prisma } = api.deps.database;
      const word = { tenantId, billId: id, text: '手续费有疑问', authorName: '测试', createdAt: new Date() };
      const [, forced] = await prisma.$transaction([
        prisma.billMessage.createMany({
          data: sides.map((side, n) => ({ ...word, seq: n + 1, side: side as 'CLAIM' })),
        }),
        prisma.bill.update({
          where: { tenantId_id: { tenantId, id } },
          data: { state: state as 'OPEN' },
        }),
      ]);
      return forced;
    },
    inputs: {
      followUpBill: () => ({ text: '仍对不上' }),
      answerBill: () => ({ text: '已核对' }),
    },
  },
  invoice: {
    table: 'invoice_applications',
    make: (state) => {
      made += 1;
      const whose = { title: '上海测试有限公司', email: 'finance@example.com', amount: 100 };
      return api.deps.database.prisma.invoiceApplication.create({
        data: { tenantId, applicationNo: `FPW${made}`, ...whose, state: state as 'DRAFT' },
      });
    },
    inputs: { issueInvoice: () => ({ invoiceNo: String(10_000_000 + made) }) },
  },
  lottery: {
    table: 'lottery_records',
    make: async (state) => {
      made += 1;
      const { prisma } = api.deps.database;
      const activity = await prisma.lotteryActivity.findFirstOrThrow({ where: { tenantId } });
      const employee = await prisma.employee.findFirstOrThrow({
        where: { tenantId, merchantId, state: 'ACTIVE' },
      });
      return prisma.lotteryRecord.create({
        data: {
          tenantId,
          merchantId,
          employeeId: employee.id,
          activityId: activity.id,
          lotteryNo: `LW${made}`,
          prizeType: state === 'NOT_WON' ? 'NONE' : 'COUPON',
          prizeName: '奖品',
          value: 100,
          state: state as 'PENDING',
          drawnAt: new Date(),
          ...(state === 'AWARDED' && { awardedAt: new Date(), deliveryNo: `GIVEN${made}` }),
          ...(state === 'FAILED' && { failure: '无人签收' }),
        },
      });
    },
    inputs: {
      deliverLottery: ({ id }) => ({ deliveries: [{ id, deliveryNo: `CODE${made}`, carrier: null }] }),
    },
  },
  approval: {
    table: 'approvals',
    // Only its maker withdraws it, and nobody else decides it.
    make: async (state, action) => {
      made += 1;
      const { prisma } = api.deps.database;
      const company = await prisma.company.create({
        data: { tenantId, name: `待认证公司${made}`, certification: 'PENDING' },
      });
      const makerId = action === 'withdraw' ? adminId : crypto.randomUUID();
      const decided = {
        decidedAt: new Date(),
        ...(state !== 'WITHDRAWN' && { checkerId: crypto.randomUUID(), checkerName: '复核' }),
      };
      return prisma.approval.create({
        data: {
          tenantId,
          subjectType: 'companyCertification',
          subjectId: company.id,
          subjectLabel: company.name,
          companyId: company.id,
          makerId,
          makerIds: [makerId],
          makerName: '经办',
          state: state as 'PENDING',
          ...(state !== 'PENDING' && decided),
        },
      });
    },
  },
  consumption: {
    table: 'consumption_records',
    make: async (state) => {
      made += 1;
      const { prisma } = api.deps.database;
      const { id: employeeId } = await prisma.employee.findFirstOrThrow({
        where: { tenantId, merchantId, state: 'ACTIVE' },
      });
      const { companyId } = await companyBehind(api.deps.database.pool, tenantId, merchantId);
      const paid = { amount: 100, enterprise: 0, personal: 100, paidAt: api.clock.businessNow() };
      return prisma.consumptionRecord.create({
        data: {
          tenantId,
          merchantId,
          companyId,
          employeeId,
          payeeMerchantId: merchantId,
          paymentNo: `PW${made}`,
          type: 'CONSUME',
          category: 'MEAL',
          channel: 'CARD',
          ...paid,
          state: state as 'SUCCESS',
        },
      });
    },
    inputs: { refundConsumption: () => ({ amount: 40 }) },
  },
  company: {
    table: 'companies',
    state: 'certification',
    make: (state) => {
      made += 1;
      const creditCode = String(made).padStart(18, '1');
      return api.deps.database.prisma.company.create({
        data: { tenantId, name: `公司${made}`, creditCode, certification: state as 'PENDING' },
      });
    },
  },
  channel: {
    table: 'channel_bindings',
    make: (state) => {
      made += 1;
      const id = crypto.randomUUID();
      const secretCipher = api.deps.dataKeys.encrypt('a secret of a channel', secretContext(id));
      return api.deps.database.prisma.channelBinding.create({
        data: {
          id,
          ...named('渠道'),
          channel: 'WEWORK',
          appId: 'app',
          externalId: `corp${made}`,
          address: `http://${nobodyThere}/`,
          state: state as 'BOUND',
          ...(state !== 'RELEASED' && { secretCipher, secretSetAt: new Date() }),
        },
      });
    },
  },
  userAccount: {
    table: 'memberships',
    row: `SELECT m.state AS kept, m.revision, u.version, u.locked_until,
        CASE WHEN m.state = 'ACTIVE' AND u.locked_until IS NOT NULL THEN 'LOCKED' ELSE m.state END AS state
      FROM users u JOIN memberships m ON m.user_id = u.id WHERE u.id = $1
      UNION ALL SELECT mobile, 0, 1, expires_at, 'PENDING' FROM invitations WHERE tenant_id IS NOT NULL AND id = $1`,
    make: async (state) => {
      made += 1;
      const { prisma } = api.deps.database;
      const mobile = `walked${made}@test.example`;
      if (state === 'PENDING') {
        const asked = {
          name: `用户${made}`,
          expiresAt: new Date('2100-01-01'),
          createdBy: '测试',
          updatedBy: '测试',
        };
        const { id } = await prisma.invitation.create({ data: { tenantId, mobile, ...asked } });
        return { id, version: 1 };
      }
      const lockedUntil = state === 'LOCKED' ? new Date('2100-01-01') : null;
      const user = await prisma.user.create({
        data: { mobile, name: `用户${made}`, passwordHash: '-', lockedUntil },
      });
      await prisma.membership.create({
        data: { tenantId, userId: user.id, state: state === 'DISABLED' ? state : 'ACTIVE' },
      });
      return user;
    },
  },
  job: {
    table: 'jobs',
    make: async (state) => {
      const { prisma } = api.deps.database;
      const header = ['工号', '姓名', '手机', '邮箱', '部门', '标签', '职级', '入职日期', '生日'];
      const job = await prisma.job.create({
        data: {
          tenantId,
          kind: 'importEmployee',
          state: state as 'QUEUED',
          payload: {
            ...{ params: { merchantId }, header, rows: 1 },
            report: { good: 0, bad: 1, figures: [] },
          },
          origin: { roles: [], request: { id: 'r', ip: '127.0.0.1', device: 'test' } },
          createdById: adminId,
          createdBy: '平台管理员',
        },
      });
      const problem = { column: 'name', value: '', reason: { zh: '不能为空', en: 'It is empty' } };
      const cells = header.map(() => '');
      await prisma.importRow.create({
        data: { tenantId, jobId: job.id, rowNo: 2, cells, problems: [problem] },
      });
      return job;
    },
    // The name's place among the columns.
    inputs: { mendImportRows: () => ({ cells: [{ row: 2, column: 1, value: '张三' }] }) },
  },
  fund: {
    table: 'statement_lines',
    make: async (state) => {
      made += 1;
      const { prisma } = api.deps.database;
      const { id: accountId } = await prisma.platformAccount.findFirstOrThrow({ where: { tenantId } });
      return prisma.statementLine.create({
        data: {
          tenantId,
          accountId,
          bankNo: `LINE${made}`,
          direction: state === 'UNMATCHED' ? 'OUT' : 'IN',
          ...{ amount: 100, balanceAfter: 100, at: new Date(), state: state as 'UNCLAIMED' },
        },
      });
    },
    inputs: { claimTopUp: ({ id }) => ({ lineId: id, companyId: companyId('A', 0), remark: '' }) },
  },
  order: {
    table: 'card_orders',
    make: async (state) => {
      const { id: productId, faces } = await api.deps.database.prisma.cardProduct.findFirstOrThrow({
        where: { tenantId, state: 'ENABLED', faces: { isEmpty: false }, naming: 'NAMED' },
      });
      lastOrdered = { productId, faceAmount: Number(faces[0]), quantity: 1 };
      const order = await recordOrder(api, { tenantId, state: state as 'TO_PAY' });
      const where = { tenantId, orderId: order.id };
      ({ id: lastOrderLine } = await api.deps.database.prisma.cardOrderLine.findFirstOrThrow({ where }));
      return order;
    },
    inputs: {
      editOrder: () => ({ lines: [lastOrdered], payMethod: 'FUND', address: '上海' }),
      shipOrder: () => ({ carrier: '顺丰速运', trackingNo: 'SF1000000001' }),
      refundOrder: () => ({ lines: [{ lineId: lastOrderLine, quantity: 1 }] }),
    },
  },
  topup: {
    table: 'top_ups',
    make: async (state) => {
      made += 1;
      const { prisma } = api.deps.database;
      const { id: bindingId } = await prisma.channelBinding.findFirstOrThrow({ where: { tenantId } });
      const isClaim = ['TO_CLAIM', 'SUBMITTED', 'REJECTED', 'WITHDRAWN', 'REVERSED'].includes(state);
      const line = state === 'REVERSED' ? await recipes.fund?.make('UNCLAIMED', '') : null;
      return prisma.topUp.create({
        data: {
          ...{ tenantId, topUpNo: `SW${made}`, target: 'COMPANY', companyId: companyId('A', 0) },
          ...{ amount: 100n, received: 100n, state: state as 'WAITING' },
          ...(isClaim
            ? { channel: 'TRANSFER' }
            : { channel: 'ALIPAY', bindingId, closesAt: new Date('2099-01-01') }),
          ...(line && { statementLineId: line.id }),
          ...(state === 'TO_CLAIM' && {
            transferCode: `C${String(made).padStart(6, '2').replaceAll(/[01]/g, 'A')}`,
            closesAt: new Date('2099-01-01'),
          }),
          ...(['SUCCESS', 'REFUNDED'].includes(state) && { channelFlowNo: `SW${made}` }),
        },
      });
    },
    inputs: { reverseTopUp: () => ({ kind: 'REFUND' }) },
  },
  'Refund by a channel': {
    table: 'channel_refunds',
    make: async (state) => {
      const topUp = await recipes.topup?.make('REFUNDED', '');
      made += 1;
      const at = new Date();
      const owner = await connect(api.databaseUrl);
      await owner.query('SET session_replication_role = replica');
      const {
        rows: [reversal],
      } = await owner.query(
        `INSERT INTO top_up_reversals (tenant_id, reversal_no, top_up_id, kind, amount, reason, state, done_at, created_at, created_by, updated_at, updated_by)
         VALUES ($1, $2, $3, 'REFUND', 100, '走遍', 'DONE', $4, $4, '经办', $4, '经办') RETURNING id`,
        [tenantId, `CT-SW${made}`, topUp?.id, at],
      );
      const { rows } = await owner.query(
        `INSERT INTO channel_refunds (tenant_id, refund_no, top_up_id, reversal_id, amount, reason, state, due_at, answer_zh, answer_en, done_at, created_at,
           created_by, updated_at, updated_by)
         VALUES ($1, $2, $3, $4, 100, '走遍', $5, '2099-01-01', '余额不足', 'Too little', $6, $7, '经办', $7, '经办') RETURNING id, version`,
        [tenantId, `CT-SW${made}`, topUp?.id, reversal.id, state, state === 'PAID' ? at : null, at],
      );
      await owner.end();
      return rows[0];
    },
  },
  Break: {
    table: 'reconciliation_breaks',
    make: async (state, action) => {
      made += 1;
      const first = await breakOf(`-${made}`, state, -100n);
      if (action === 'matchBreak') await breakOf(`+${made}`, 'OPEN', 100n);
      return first;
    },
    inputs: { matchBreak: () => ({ lineId: lastLine }) },
  },
  rule: {
    table: 'institutions',
    make: async (state) => {
      made += 1;
      const { body } = await api.call(
        'rule/addInstitution',
        {
          name: `制度${made}`,
          categories: [],
          priority: 1,
          excess: 'SPLIT',
          validFrom: '2026-01-01',
          scopes: [{ kind: 'LABEL', value: '无人' }],
          rules: [{ conditions: [{ factor: 'PER_PAYMENT', operator: 'LE', value: 1 }] }],
        },
        admin,
      );
      return force('institutions', body.result.id, state);
    },
  },
  voucher: {
    table: 'vouchers',
    make: async (state, action) => {
      made += 1;
      const at = ['DRAFT', 'PENDING', 'APPROVED', 'POSTED', 'REVERSED'].indexOf(state);
      const { prisma } = api.deps.database;
      const slotId = action === 'remakeVoucher' ? await prisma.$transaction(sealedSlot) : null;
      const id = await recordVoucher(api, { tenantId, slotId });
      const where = { tenantId_id: { tenantId, id } };
      const by = { approvedById: id, approvedByName: '测试' };
      if (at > 0) await prisma.voucher.update({ where, data: { state: 'PENDING' } });
      if (at > 1)
        await prisma.voucher.update({ where, data: { state: 'APPROVED', number: 9000 + made, ...by } });
      if (at > 2)
        await prisma.voucher.update({
          where,
          data: { state: 'POSTED', postedById: id, postedByName: '测试' },
        });
      if (at > 3) await prisma.voucher.update({ where, data: { state: 'REVERSED' } });
      return { id, version: 1 };
    },
  },
  tenant: {
    table: 'tenants',
    make: (state) => {
      made += 1;
      const expired = { state: 'ACTIVE' as const, expiresAt: new Date('2026-01-01') };
      return api.deps.database.prisma.tenant.create({
        data: {
          code: `walked-${made}`,
          name: `租户${made}`,
          ...(state === 'EXPIRED' ? expired : { state: state as 'ACTIVE' }),
        },
      });
    },
  },
};

let lastLine = '';
/** What an order that is changed is of. */
let lastOrderLine = '';
let lastOrdered: { productId: string; faceAmount: number; quantity: number };
let holderId = '';
const cardProducts: { NAMED?: string; ANONYMOUS?: string } = {};

/** A slot with a posting, sealed. */
async function sealedSlot(tx: Transaction): Promise<string> {
  const [slot] = await tx.$queryRaw<[{ id: string }]>`
    SELECT slot_id AS id FROM open_slot(${tenantId}::uuid, (now() AT TIME ZONE 'Asia/Shanghai')::date, 'CONSUME', NULL, NULL)`;
  await tx.$executeRaw`
    INSERT INTO ledger_postings (tenant_id, source_id, source_type, leg, slot_id, book_date, kind, debit_role, credit_role, amount, occurred_at)
    VALUES (${tenantId}::uuid, uuidv7(), 'consumption', 1, ${slot.id}::uuid, (now() AT TIME ZONE 'Asia/Shanghai')::date, 'CONSUME', 'LIMIT', 'SETTLEMENT', 1, now())`;
  await tx.ledgerSlot.update({
    where: { tenantId_id: { tenantId, id: slot.id } },
    data: { state: 'SEALED' },
  });
  return slot.id;
}

/** A break of a line of its own. */
async function breakOf(reference: string, state: string, difference: bigint) {
  const { prisma } = api.deps.database;
  const { id: accountId } = await prisma.platformAccount.findFirstOrThrow({
    where: { tenantId },
    orderBy: { id: 'asc' },
  });
  const day = new Date('2026-01-05');
  const figures = { opening: 0, cameIn: 0, wentOut: 0, closing: 0, statementBalance: 0, lineCount: 1 };
  await prisma.reconciliation.upsert({
    where: { tenantId_accountId_day: { tenantId, accountId, day } },
    create: { tenantId, accountId, day, ...figures, state: 'BROKEN' },
    update: {},
  });
  const amount = difference < 0n ? -difference : difference;
  const way = difference < 0n ? 'OUT' : 'IN';
  const { id: lineId } = await prisma.statementLine.create({
    data: {
      ...{ tenantId, accountId, bankNo: reference, at: day, amount, balanceAfter: 0 },
      ...{ direction: way, state: way === 'OUT' ? 'UNMATCHED' : 'UNCLAIMED' },
    },
  });
  lastLine = lineId;
  return prisma.reconciliationBreak.create({
    data: {
      ...{
        tenantId,
        accountId,
        day,
        reference,
        lineId,
        difference,
        amount,
        kind: way === 'OUT' ? 'SHORT' : 'LONG',
      },
      state: state as 'OPEN',
    },
  });
}

function named(prefix: string) {
  made += 1;
  return { tenantId, name: `${prefix}${made}` };
}

/** Does the action to a record that was made in the state. */
async function attempt({ area, record: name, endpoints }: Transitions, state: string, action: string) {
  const {
    table,
    state: column = 'state',
    make,
    inputs,
    ...recipe
  } = (recipes[name.en] ?? recipes[area]) as Recipe;
  const record = await make(state, action);
  const isIt = table === 'tenants' ? 'id = $1' : 'tenant_id IS NOT NULL AND id = $1';
  const text = recipe.row ?? `SELECT *, ${column} AS state FROM ${table} WHERE ${isIt}`;
  const row = async () => {
    const { rows } = await api.deps.database.pool.query(text, [record.id]);
    return rows[0];
  };
  const { shape } = (endpoints[action] as Endpoint).input as z.ZodObject;
  const input = {
    ...('ids' in shape && { ids: [record.id] }),
    ...('id' in shape && { id: record.id, version: record.version }),
    ...('reason' in shape && { reason: '走遍每个状态' }),
    ...inputs?.[action]?.(record),
  };
  const before = await row();
  const owner = recipe.loggedOf && (await api.deps.database.pool.query(recipe.loggedOf, [record.id])).rows[0];
  const { body, headers } = await api.call(`${area}/${action}`, input, admin);
  const traceId = headers['x-request-id'] as string;
  return {
    id: owner?.id ?? record.id,
    before,
    after: await row(),
    body,
    only: body.result?.rows?.[0],
    traceId,
  };
}

const cells = stateMachines.flatMap((machine) =>
  Object.keys(machine.words).flatMap((state) =>
    Object.keys(machine.actions).map((action) => ({
      machine,
      area: machine.area,
      state,
      action,
      allowed: allows(machine, action, state),
    })),
  ),
);

/** What is refused to a checker who comes late. */
const byChecker = ['approveMerchant', 'rejectMerchant', 'confirmBill', 'disputeBill'];

describe('every action from every state that does not allow it', () => {
  const forbidden = cells.filter(({ allowed }) => !allowed);

  test.each(forbidden)(
    '$area: $action of $state is refused and changes nothing',
    async ({ machine, state, action }) => {
      const { body, only, before, after } = await attempt(machine, state, action);
      const refusal = only ? { code: 406, success: only.ok, msg: only.message } : body;
      expect(refusal).toMatchObject({ code: 406, success: false, msg: expect.stringMatching(/./) });
      // It is told that the state is the reason; a checker, that what they looked at has changed.
      if (!byChecker.includes(action)) expect(refusal.msg).not.toBe(staleVersion().text.zh);
      expect(after).toEqual(before);
    },
  );
});

/** What is logged as a step of an approval, and what is before and after the channel was asked. */
const loggedOtherwise = [
  ...byChecker,
  'submitCertification',
  'approve',
  'reject',
  'withdraw',
  'authorizeBinding',
  'submitRule',
];

// Done with the very same inputs: what is refused above is refused for its state and nothing else.
describe('every action from every state that allows it', () => {
  const allowed = cells
    .filter((cell) => cell.allowed)
    .map((cell) => {
      const { logsDone = true } = cell.machine.endpoints[cell.action] as Endpoint;
      const isLogged = logsDone && !loggedOtherwise.includes(cell.action);
      return { ...cell, isLogged, andIs: isLogged ? ', and is logged once as its contract says' : '' };
    });

  test.each(allowed)(
    '$area: $action of $state leads where it is declared to$andIs',
    async ({ machine, state, action, isLogged }) => {
      const { id, body, only, after, traceId } = await attempt(machine, state, action);
      expect(body).toMatchObject({ code: 200, success: true });
      if (only) expect(only).toMatchObject({ ok: true });
      expect(machine.actions[action]?.to).toContain(body.result?.state ?? after.state);
      if (!isLogged) return;
      const { logs, loggedAs = action } = machine.endpoints[action] as Endpoint;
      const logged = await api.deps.database.prisma.operationLog.findMany({
        where: { traceId, module: machine.area },
        select: { action: true, targetType: true, targetId: true },
      });
      expect(logged).toEqual([{ action: loggedAs, targetType: logs, targetId: id }]);
    },
  );
});

test('every state is one that a record begins in or a declared way leads to', () => {
  for (const { words, initial, actions, automatic } of stateMachines) {
    const ways = [...Object.values(actions), ...Object.values(automatic)];
    const reached = new Set([...initial, ...ways.flatMap(({ to }) => to)]);
    expect(reached).toEqual(new Set(Object.keys(words)));
  }
});
