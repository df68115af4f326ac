import { permissions } from '@xyxlx/contracts/permissions';
import { type TimelineEntry, timelineKinds } from '@xyxlx/contracts/timeline';
import { tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCaseDesk } from '../../../../../tests/support/case-desk.ts';
import { merchantForm } from '../../../../../tests/support/merchants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi, withoutJobs } from '../../../../../tests/support/test-api.ts';

type Area = 'merchant' | 'employee' | 'consumption' | 'bill';
interface Told {
  kinds: string[];
  list: TimelineEntry[];
  cursor: string | null;
}

let api: TestApi;
const tenantId = tenantIdOf('A');
let merchant: { id: string; companyId: string | null };
let employee: { id: string };
/** Sees everything of the tenant but cases. */
let auditor: string;

beforeAll(async () => {
  api = await startTestApi({ override: withoutJobs });
  auditor = await api.signIn('13800000008');
  const { prisma } = api.deps.database;
  const payment = await prisma.consumptionRecord.findFirstOrThrow({
    where: { tenantId, type: 'CONSUME', employeeId: { not: null } },
  });
  merchant = await prisma.merchant.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: payment.merchantId } },
  });
  employee = { id: payment.employeeId as string };
}, 120_000);
afterAll(() => api.close());

const ask = async (area: Area, input: object, token = auditor) =>
  (await api.call(`${area}/queryTimeline`, input, token)).body;

async function told(area: Area, id: string, token = auditor, more: object = {}): Promise<Told> {
  const body = await ask(area, { id, ...more }, token);
  expect(body).toMatchObject({ code: 200 });
  return body.result;
}

/** Every entry, page by page. */
async function all(area: Area, id: string, token = auditor, more: object = {}): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await told(area, id, token, { ...more, ...(cursor && { cursor }) });
    entries.push(...page.list);
    cursor = page.cursor;
    expect(page.list.length === 20 || cursor === null).toBe(true);
  }
  return entries;
}

/** A merchant that nothing has touched yet. */
const newMerchant = (more: object = {}) => {
  const form = merchantForm();
  return api.deps.database.prisma.merchant.create({
    data: { ...form, tenantId, merchantNo: form.name, ...more },
  });
};

/** An approval of the merchant's. */
function approval(data: { at: Date; decidedAt?: Date; type?: string; label?: string; merchantId?: string }) {
  const { at, decidedAt, type = 'limitIssue', label = 'FF-1', merchantId = merchant.id } = data;
  return api.deps.database.prisma.approval.create({
    data: {
      ...{ tenantId, subjectType: type, subjectId: crypto.randomUUID(), subjectLabel: label, merchantId },
      ...{ makerName: '经办', makerIds: [], amount: 10_000n, createdAt: at, reason: '季度福利' },
      ...(decidedAt && { state: 'REJECTED' as const, checkerId: crypto.randomUUID(), checkerName: '复核' }),
      ...(decidedAt && { decidedAt, decisionReason: '金额不对' }),
    },
  });
}

describe('order and pages', () => {
  it('newest first, each entry once, with pages that meet where many share one moment and several sources do', async () => {
    const at = new Date('2026-11-20T04:00:00.123Z');
    const { prisma } = api.deps.database;
    const made = await Promise.all(
      Array.from({ length: 31 }, () => approval({ at, decidedAt: at, label: 'SAME-MOMENT' })),
    );
    for (let n = 0; n < 25; n++) {
      await prisma.limitBatch.create({
        data: {
          ...{ tenantId, merchantId: merchant.id, batchNo: `SAME-${n}`, fileName: 'a.csv', sha256: `${n}` },
          ...{ reason: '同一时刻', state: 'DONE', createdAt: at },
        },
      });
    }
    const entries = await all('merchant', merchant.id);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    const moments = entries.map((entry) => entry.at);
    expect(moments).toEqual([...moments].sort().reverse());
    const ofMade = entries.filter(({ about }) => made.some(({ id }) => id === about?.id));
    expect(ofMade).toHaveLength(62);
    expect(
      entries.filter(({ about }) => about?.number?.startsWith('SAME-') && about.type === 'limitBatch'),
    ).toHaveLength(25);
    expect(entries.filter((entry) => entry.at === at.toISOString())).toHaveLength(87);
  });

  it('the days of a merchant stand among the rest at their ends, each once', async () => {
    const { prisma } = api.deps.database;
    const days = await prisma.consumptionDay.findMany({ where: { tenantId, merchantId: merchant.id } });
    expect(days.length).toBeGreaterThan(1);
    const [first] = days as [(typeof days)[0]];
    const day = first.day.toISOString().slice(0, 10);
    // The very millisecond that the day ends with, and the first of the next one.
    await approval({ at: new Date(`${day}T15:59:59.999Z`), label: 'LAST-OF-DAY' });
    await approval({ at: new Date(`${day}T16:00:00.000Z`), label: 'NEXT-DAY' });
    const entries = await all('merchant', merchant.id);
    const shown = entries.filter((entry) => entry.day !== null);
    expect(shown.map((entry) => entry.day).sort()).toEqual(
      days.map((one) => one.day.toISOString().slice(0, 10)).sort(),
    );
    const place = (which: (entry: TimelineEntry) => boolean) => entries.findIndex(which);
    expect(place(({ about }) => about?.number === 'NEXT-DAY')).toBeLessThan(
      place((entry) => entry.day === day),
    );
    expect(shown.find((entry) => entry.day === day)).toMatchObject({
      ...{ kind: 'PAYMENT', amount: Number(first.consumeAmount), at: `${day}T15:59:59.999Z`, about: null },
      title: { zh: `当日消费 ${first.consumeCount} 笔` },
    });
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'a page that ends anywhere among what is of one millisecond goes on behind it (%i before)',
    async (before) => {
      const { prisma } = api.deps.database;
      const copy = await newMerchant({ createdAt: new Date('2026-11-01T00:00:00Z') });
      const later = new Date('2026-11-19T04:00:00Z');
      for (let n = 0; n < 17 + before; n++) await approval({ at: later, merchantId: copy.id, label: `${n}` });
      const end = new Date('2026-11-18T15:59:59.999Z');
      for (const label of ['a', 'b']) await approval({ at: end, decidedAt: end, merchantId: copy.id, label });
      await prisma.consumptionDay.create({
        data: {
          tenantId,
          merchantId: copy.id,
          day: new Date('2026-11-18'),
          consumeCount: 3,
          refundCount: 1,
          refundAmount: 250n,
        },
      });
      await prisma.consumptionDay.create({
        data: { tenantId, merchantId: copy.id, day: new Date('2026-11-17'), consumeCount: 1 },
      });
      const entries = await all('merchant', copy.id);
      expect(entries).toHaveLength(17 + before + 4 + 2 + 1);
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      expect(entries.find(({ day }) => day === '2026-11-18')?.text).toBe('退款 1 笔 ¥2.50');
      expect(entries.at(-1)?.title.zh).toBe('登记商户');
    },
  );

  it('a cursor that no timeline handed out is refused, and so is another list’s', async () => {
    const { cursor } = (await api.call('consumption/queryConsumption', { pageSize: 1 }, auditor)).body.result;
    for (const wrong of ['x', cursor, Buffer.from('["now()",0,""]').toString('base64url')])
      expect(await ask('merchant', { id: merchant.id, cursor: wrong })).toMatchObject({ code: 400 });
  });

  it('what is asked for alone comes alone', async () => {
    const entries = await all('merchant', merchant.id, auditor, { kind: ['BILL'] });
    expect(entries.length).toBeGreaterThan(0);
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['BILL']));
    expect(entries[0]).toMatchObject({
      about: { type: 'bill' },
      title: { zh: expect.stringMatching(/^20\d\d-\d\d 账单/) },
    });
  });
});

describe('what is told', () => {
  it('of an employee: limits, payments, cards, draws and approvals, each leading to what it is about', async () => {
    const maker = await api.signIn('13800000002');
    const { body } = await api.call(
      'limit/adjustLimit',
      { employeeId: employee.id, type: 'INCREASE', amount: 600_000, reason: '年终奖励' },
      maker,
      { 'Idempotency-Key': crypto.randomUUID() },
    );
    expect(body).toMatchObject({ code: 200 });
    const { prisma } = api.deps.database;
    const { kinds } = await told('employee', employee.id);
    expect(kinds).toEqual(['RECORD', 'APPROVAL', 'PAYMENT', 'LIMIT', 'CARD', 'LOTTERY']);
    const entries = await all('employee', employee.id);
    const payments = await prisma.consumptionRecord.findMany({
      where: { tenantId, employeeId: employee.id },
    });
    const ofKind = (kind: string) => entries.filter((entry) => entry.kind === kind);
    expect(
      ofKind('PAYMENT')
        .map(({ about }) => about?.id)
        .sort(),
    ).toEqual(payments.map(({ id }) => id).sort());
    expect(ofKind('APPROVAL')).toContainEqual(
      expect.objectContaining({
        ...{ title: { zh: '提交审批：单笔调额', en: 'Handed in: Single adjustment' }, text: '年终奖励' },
        ...{ state: { words: { zh: '待审核', en: 'Pending' }, tone: 'waiting' }, amount: 600_000 },
      }),
    );
    const adjustments = await prisma.limitAdjustment.count({ where: { tenantId, employeeId: employee.id } });
    expect(ofKind('LIMIT')).toHaveLength(adjustments);
  });

  it('of a payment: itself, what went back, its draws, vouchers and invoices', async () => {
    const { prisma } = api.deps.database;
    const refund = await prisma.consumptionRecord.findFirstOrThrow({ where: { tenantId, type: 'REFUND' } });
    const id = refund.relatedId as string;
    const invoice = await prisma.invoiceApplication.create({
      data: {
        ...{
          tenantId,
          applicationNo: 'KP0000TL',
          state: 'DRAFT',
          title: '华东福利',
          amount: 100n,
          email: 'a@b.cn',
        },
        lines: { create: { consumptionId: id, amount: 100n } },
      },
    });
    const entries = await all('consumption', id);
    const { kinds } = await told('consumption', id);
    expect(kinds).toEqual(['RECORD', 'APPROVAL', 'PAYMENT', 'LOTTERY', 'INVOICE', 'VOUCHER']);
    expect(entries).toContainEqual(
      expect.objectContaining({ about: { type: 'consumption', id: refund.id, number: refund.paymentNo } }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({ about: { type: 'invoice', id: invoice.id, number: 'KP0000TL' } }),
    );
    expect(entries.at(-1)).toMatchObject({
      kind: 'PAYMENT',
      title: { zh: '消费', en: 'Payment' },
      about: null,
    });
  });

  it('of a bill: its stamps, its thread and its approvals', async () => {
    const { prisma } = api.deps.database;
    const bill = await prisma.bill.findFirstOrThrow({
      where: { tenantId, state: 'ISSUED', merchantId: { not: null } },
    });
    await prisma.billMessage
      .create({
        data: {
          ...{ tenantId, billId: bill.id, seq: 1, side: 'CLAIM', text: '少了一笔退款' },
          ...{ authorName: '商户', createdAt: new Date() },
        },
      })
      .catch(() => undefined);
    const entries = await all('bill', bill.id);
    expect(entries.map(({ title }) => title.zh)).toEqual(
      expect.arrayContaining(['出账', '开账', '提交审批：账单确认']),
    );
    expect(entries.find(({ title }) => title.zh === '出账')).toMatchObject({
      amount: Number(bill.closing),
      about: null,
    });
  });
});

describe('who is told', () => {
  const kindsOf = async (area: Area, id: string, permissions: string[]) => {
    const { token } = await operator(api, '只看', { permissions });
    return { token, kinds: (await told(area, id, token)).kinds };
  };

  it('each kind to those who may see its list, and nothing of the others', async () => {
    const { token, kinds } = await kindsOf('employee', employee.id, ['employee.view']);
    expect(kinds).toEqual(['RECORD', 'APPROVAL']);
    const entries = await all('employee', employee.id, token);
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['RECORD', 'APPROVAL']));
    expect((await told('employee', employee.id, token, { kind: ['PAYMENT', 'LIMIT'] })).list).toEqual([]);
    for (const [permission, kind] of [
      ['limit.view', 'LIMIT'],
      ['consumption.view', 'PAYMENT'],
      ['lottery.view', 'LOTTERY'],
      ['card.view', 'CARD'],
      ['compliance.view', 'RISK'],
    ] as const) {
      const seen = await kindsOf('employee', employee.id, ['employee.view', permission]);
      expect(seen.kinds).toEqual(timelineKinds.filter((one) => ['RECORD', 'APPROVAL', kind].includes(one)));
    }
    expect((await kindsOf('merchant', merchant.id, ['merchant.view', 'bill.view'])).kinds).toEqual([
      'RECORD',
      'APPROVAL',
      'BILL',
    ]);
  });

  it('a record of another tenant, or outside the data scope, is answered like a missing one', async () => {
    const { prisma } = api.deps.database;
    const other = await prisma.merchant.findFirstOrThrow({ where: { tenantId, id: { not: merchant.id } } });
    const { token: narrow } = await operator(api, '一家商户', {
      permissions: [...permissions],
      ...{ dataScope: 'MERCHANTS', merchantIds: [merchant.id] },
    });
    const missing = await ask('merchant', { id: crypto.randomUUID() });
    expect(missing).toMatchObject({ code: 406, result: null });
    const partsOf = async (where: { tenantId: string; merchantId?: object }) => ({
      employee: (await prisma.employee.findFirstOrThrow({ where })).id,
      consumption: (await prisma.consumptionRecord.findFirstOrThrow({ where })).id,
      bill: (await prisma.bill.findFirstOrThrow({ where })).id,
    });
    const foreign = { tenantId: tenantIdOf('B') };
    const { id: foreignMerchant } = await prisma.merchant.findFirstOrThrow({ where: foreign });
    for (const [area, id] of Object.entries({ ...(await partsOf(foreign)), merchant: foreignMerchant }))
      expect([area, await ask(area as Area, { id })]).toEqual([area, missing]);
    const parts = await partsOf({ tenantId, merchantId: { notIn: [merchant.id] } });
    for (const [area, id] of Object.entries({ ...parts, merchant: other.id }))
      expect([area, await ask(area as Area, { id }, narrow)]).toEqual([area, missing]);
    expect((await told('merchant', merchant.id, narrow)).list.length).toBeGreaterThan(0);
    // Books add companies up: whoever sees less than the tenant sees none of them.
    const payment = await prisma.consumptionRecord.findFirstOrThrow({
      where: { tenantId, merchantId: merchant.id },
    });
    const entries = await all('consumption', payment.id, narrow);
    expect(entries.map(({ kind }) => kind)).not.toContain('VOUCHER');
  });

  it('a platform administrator of what is another tenant’s, but never of its cases', async () => {
    const administrator = await api.signIn('13800000001');
    // One that is older than its first bill, whatever the database finds first.
    const { id } = await api.deps.database.prisma.merchant.findFirstOrThrow({
      where: { tenantId: tenantIdOf('B') },
      orderBy: { createdAt: 'asc' },
    });
    expect((await all('merchant', id, administrator)).at(-1)).toMatchObject({ title: { zh: '登记商户' } });
  });

  it('of the log who may see it with the way there, others the steps of the record alone, with their reasons', async () => {
    const { id } = await newMerchant({ state: 'ACTIVE' });
    const administrator = await api.signIn('13800000001');
    const act = (path: string, input: object) => api.call(`merchant/${path}`, input, administrator);
    await act('disableMerchant', { ids: [id], reason: '商户要求停用' });
    await act('revealMerchant', { id, reason: '核对结算账户' });
    await act('disableMerchant', { ids: [id], reason: '再停一次' });
    const plain = await kindsOf('merchant', id, ['merchant.view']);
    const steps = await all('merchant', id, plain.token);
    expect(steps.map(({ text, about }) => [text, about])).toEqual([
      ['商户要求停用', null],
      [null, null],
    ]);
    const whole = await all('merchant', id);
    const reveal = whole.find(({ text }) => text === '核对结算账户');
    expect(reveal).toMatchObject({ about: { type: 'operationLog' }, kind: 'RECORD' });
    const { body } = await api.call('operationLog/getOperationLog', { id: reveal?.about?.id }, auditor);
    expect(body).toMatchObject({ code: 200, result: { action: 'revealMerchant' } });
    // Digits of an id are no telephone number.
    expect(JSON.stringify(whole)).not.toMatch(/(?<![\w-])1[3-9]\d{9}(?!\w)/);
  });

  it('an edit says which fields it changed, in the language of the reader', async () => {
    const { prisma } = api.deps.database;
    await prisma.operationLog.create({
      data: {
        ...{
          tenantId,
          traceId: 't',
          actorName: '运营',
          actorRoles: [],
          module: 'merchant',
          action: 'editMerchant',
        },
        ...{ targetType: 'merchant', targetId: merchant.id, targetLabel: '甲', ip: '', agent: '' },
        ...{ before: { shortName: '甲', region: '上海' }, after: { shortName: '乙', region: '上海' } },
      },
    });
    const [entry] = await all('merchant', merchant.id, auditor, { kind: ['RECORD'] });
    expect(entry?.text).toBe('简称');
    const { body } = await api.call(
      'merchant/queryTimeline',
      { id: merchant.id, kind: ['RECORD'] },
      auditor,
      {
        'Accept-Language': 'en',
      },
    );
    expect(body.result.list[0]).toMatchObject({ text: 'Short name', title: { en: 'Edit a merchant' } });
  });
});

describe('nothing of a case', () => {
  it('is told to who may not know of cases, whatever else they may see, nor to whom it is about', async () => {
    const desk = await openCaseDesk(api);
    const found = await desk.newCase();
    const { id: subjectId } = found.subject;
    await desk.done('claimCase', { id: found.id, version: found.version });
    await desk.done('freezeSubject', { id: found.id, reason: '疑似套现' });
    for (const type of ['caseClosure', 'complianceUnfreeze', 'suspiciousReport'])
      await approval({ at: new Date(), type, label: found.no });
    const everything = permissions.filter((one) => one !== 'compliance.view');
    const { token } = await operator(api, '什么都看', { permissions: everything });
    for (const who of [auditor, token]) {
      for (const [area, id] of [
        ['employee', subjectId],
        ['merchant', merchant.id],
      ] as const) {
        const seen = await all(area, id, who);
        expect((await told(area, id, who)).kinds).not.toContain('RISK');
        expect(JSON.stringify(seen)).not.toMatch(new RegExp(`套现|${found.no}|合规|analyst|分析员`));
      }
    }
    const officer = await operator(api, '合规', { permissions: ['employee.view', 'compliance.view'] });
    expect(await all('employee', subjectId, officer.token)).toContainEqual(
      expect.objectContaining({ kind: 'RISK', about: { type: 'riskCase', id: found.id, number: found.no } }),
    );
    // The officer is the employee themself.
    await api.deps.database.prisma.employee.update({
      where: { tenantId_id: { tenantId, id: subjectId } },
      data: { userId: officer.session.userId },
    });
    const own = await all('employee', subjectId, officer.token);
    expect(own.map(({ kind }) => kind)).not.toContain('RISK');
  });
});
