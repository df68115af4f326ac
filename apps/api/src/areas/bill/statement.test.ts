import type { BillDetail } from '@xyxlx/contracts/bill';
import type { BillKind } from '@xyxlx/contracts/bill-kinds';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { groupedYuan } from '../../platform/money/yuan-text.ts';

let api: TestApi;
let maker: string;
let tenantId: string;
beforeAll(async () => {
  api = await startTestApi();
  maker = await api.signIn('13800000002');
  ({ tenantId } = await api.deps.sessions.authenticate(maker));
});
afterAll(() => api.close());

const download = (id: string, token = maker) => api.call('bill/downloadStatement', { id }, token);

function someBill(kind: BillKind, state: BillDetail['state'], tenant = tenantId) {
  return api.deps.database.prisma.bill.findFirstOrThrow({
    where: { kind, state, tenantId: tenant },
    orderBy: [{ issued: 'desc' }, { id: 'asc' }],
  });
}

async function pagesOf(body: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(body)));
  return text.map((page) => page.replaceAll(/\s/g, ''));
}

test.each(['MERCHANT', 'COMPANY'] as const)(
  'the statement of a bill of a %s says whose it is, its figures, and what was left each evening; the last is its closing',
  async (kind) => {
    const row = await someBill(kind, 'SETTLED');
    const { body, headers } = await download(row.id);
    expect(headers['content-type']).toBe('application/pdf');
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(`对账单_${row.billNo}.pdf`);
    const pages = await pagesOf(body);
    const whole = pages.join('');
    const { result: bill } = (await api.call('bill/getBill', { id: row.id }, maker)).body;
    for (const part of [
      kind === 'MERCHANT' ? '商户账单对账单' : '公司账单对账单',
      (bill.merchant ?? bill.company).name,
      `账期${bill.period}`,
      '状态已结清',
      `期初余额${groupedYuan(bill.openingBalance)}`,
      `期末余额${groupedYuan(bill.closingBalance)}`,
    ]) {
      expect(whole).toContain(part.replaceAll(/\s/g, ''));
    }
    pages.forEach((page, at) => {
      expect(page).toContain(bill.billNo);
      expect(page).toContain(`第${at + 1}页，共${pages.length}页`);
    });
    const days = await rowsOf<{ day: string; into: number; out: number }>(
      api.deps.database.pool,
      sql`SELECT (l.occurred_at AT TIME ZONE 'Asia/Shanghai')::date::text AS day, coalesce(sum(l.amount) FILTER (WHERE l.amount > 0), 0)::float8 AS into,
            coalesce(-sum(l.amount) FILTER (WHERE l.amount < 0), 0)::float8 AS out
          FROM bill_ledger l WHERE l.tenant_id = ${tenantId}::uuid AND l.owner_id = ${row.merchantId ?? row.companyId}::uuid
            AND to_char(l.occurred_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM') = ${row.period} GROUP BY 1 ORDER BY 1`,
    );
    expect(days.length).toBeGreaterThan(0);
    let balance = bill.openingBalance;
    for (const { day, into, out } of days) {
      balance += into - out;
      expect(whole).toContain(`${day}${[into, out, balance].map(groupedYuan).join('')}`);
    }
    expect(balance).toBe(bill.closingBalance);
    if (kind === 'COMPANY') {
      const { list } = (await api.call('bill/queryBillLine', { billId: row.id, pageSize: 200 }, maker)).body
        .result;
      for (const { merchant, issuedAmount, recoveredAmount } of list) {
        expect(whole).toContain(
          `${merchant.name.replaceAll(/\s/g, '')}${groupedYuan(issuedAmount)}${groupedYuan(recoveredAmount)}`,
        );
      }
    }
    const [logged] = await api.deps.database.prisma.operationLog.findMany({
      where: { action: 'downloadStatement', targetId: row.id },
    });
    expect(logged).toMatchObject({ module: 'bill', targetLabel: expect.stringContaining(bill.billNo) });
  },
);

test('of a bill that is not issued it says so, and to who reads English it is English', async () => {
  const { id, billNo } = await someBill('MERCHANT', 'OPEN');
  const english = await api.call('bill/downloadStatement', { id }, maker, { 'Accept-Language': 'en' });
  const [page] = await pagesOf(english.body);
  expect(page).toContain(billNo);
  expect(page).toContain('Notissuedyet');
  expect(page).toContain('Page1of');
  const [chinese] = await pagesOf((await download(id)).body);
  expect(chinese).toContain('尚未出账');
});

test('the bill of another tenant is not there, and who may not take files out gets none', async () => {
  const { tenantId: other } = await api.deps.database.prisma.bill.findFirstOrThrow({
    where: { tenantId: { not: tenantId } },
  });
  const foreign = await someBill('MERCHANT', 'OPEN', other);
  expect((await download(foreign.id)).body).toMatchObject({
    code: 406,
    msg: expect.stringContaining('不存在'),
  });
  const own = await someBill('MERCHANT', 'OPEN');
  const auditor = await api.signIn('13800000008');
  expect((await download(own.id, auditor)).body).toMatchObject({
    code: 406,
    msg: expect.stringContaining('没有权限'),
  });
});
