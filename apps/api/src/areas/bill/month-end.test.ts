import { billWaits } from '@xyxlx/contracts/bill-kinds';
import { companyId } from '@xyxlx/database/seed/tenants';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectInvariants } from '../../../../../tests/support/invariants.ts';
import { operator } from '../../../../../tests/support/operator.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { boundsOfMonth, shanghaiMonth } from '../../platform/time/shanghai.ts';
import { openBills } from './open-bills.ts';

let api: TestApi;
let issuer: string;
let checker: string;
let reader: string;
/** The month that has just ended, and the one that runs. */
let ended: string;
let running: string;

beforeAll(async () => {
  api = await startTestApi();
  ended = shanghaiMonth(api.clock.businessNow());
  const end = boundsOfMonth(ended).to.getTime();
  api.clock.setBusinessOffset(end + 3_600_000 - Date.now());
  running = shanghaiMonth(api.clock.businessNow());
  await openBills(api.deps);
  const of = async (name: string, ...permissions: string[]) =>
    (await operator(api, name, { permissions: ['bill.view', ...permissions] })).token;
  issuer = await of('出账人', 'bill.issue', 'bill.confirm');
  checker = await of('确认人', 'bill.confirm');
  reader = await of('审计');
});
afterAll(() => api.close());

interface Bill {
  id: string;
  version: number;
  period: string;
  state: string;
  waitsFor: string | null;
}
interface Wait {
  period: string;
  waitsFor: string;
  count: number;
}

const call = async (token: string, path: string, input: object) =>
  (await api.call(`bill/${path}`, input, token)).body;
const waiting = async (token: string, filter = {}): Promise<Wait[]> =>
  (await call(token, 'queryBillWait', filter)).result;
const listed = async (token: string, filter: object): Promise<Bill[]> =>
  (await call(token, 'queryBill', { pageSize: 200, ...filter })).result.list;

it('what bills wait for is counted by month as it is listed, for whoever looks; what is settled or runs waits for nothing', async () => {
  for (const token of [issuer, checker, reader]) {
    for (const filter of [{}, { kind: 'COMPANY' }, { kind: 'MERCHANT' }]) {
      const counted = await waiting(token, filter);
      const listedOf = new Map<string, number>();
      for (const bill of await listed(token, filter)) {
        const key = `${bill.period} ${bill.waitsFor}`;
        if (bill.waitsFor) listedOf.set(key, (listedOf.get(key) ?? 0) + 1);
        if (bill.state === 'SETTLED' || bill.period === running) expect(bill.waitsFor).toBeNull();
        else expect(bill.waitsFor).not.toBeNull();
      }
      const asCounted = new Map(
        counted.map(({ period, waitsFor, count }) => [`${period} ${waitsFor}`, count]),
      );
      expect(asCounted).toEqual(listedOf);
      expect(counted.map(({ period }) => period)).toEqual(
        counted
          .map(({ period }) => period)
          .sort()
          .reverse(),
      );
    }
  }
  const kinds = new Set((await waiting(checker)).map(({ waitsFor }) => waitsFor));
  expect([...kinds].sort()).toEqual(['ANSWER', 'CONFIRM', 'ISSUE', 'REISSUE', 'SETTLE']);
  for (const { period, waitsFor, count } of await waiting(checker)) {
    const asked = { waitsFor: [waitsFor], periodFrom: period, periodTo: period, pageSize: 1 };
    expect((await call(checker, 'queryBill', asked)).result.total).toBe(count);
  }
});

it('an issued bill waits for whoever may confirm it, and to everybody else it is with others', async () => {
  const seeded = { state: ['ISSUED'] };
  const seenBy = async (token: string) => [
    ...new Set((await listed(token, seeded)).map(({ waitsFor }) => waitsFor)),
  ];
  expect(await seenBy(checker)).toEqual(['CONFIRM']);
  expect(await seenBy(reader)).toEqual(['OTHERS']);
  const { token: low } = await operator(api, '小额', {
    permissions: ['bill.view', 'bill.confirm'],
    amountCeiling: 1,
  });
  for (const bill of await listed(low, seeded)) {
    const { closingBalance } = bill as Bill & { closingBalance: number };
    expect([closingBalance, bill.waitsFor]).toEqual([
      closingBalance,
      Math.abs(closingBalance) <= 1 ? 'CONFIRM' : 'OTHERS',
    ]);
  }
});

it('the bills of a month are issued, confirmed by another and settled in one go each, and each answers for itself', async () => {
  const due = await listed(issuer, { waitsFor: ['ISSUE'], periodFrom: ended });
  expect(due.length).toBeGreaterThan(5);
  const [left] = due;
  const [runs] = await listed(issuer, { periodFrom: running });
  const ids = due.slice(1).map(({ id }) => id);
  const gone = crypto.randomUUID();
  const first = (await call(issuer, 'issueBills', { ids: [...ids, runs?.id, gone] })).result;
  expect(first).toMatchObject({ done: ids.length, failed: 2 });
  expect(first.rows.slice(-2)).toEqual([
    { id: runs?.id, ok: false, message: '账期未结束，不能出账' },
    { id: gone, ok: false, message: '记录不存在' },
  ]);
  const stateOf = async (token: string) =>
    new Map((await listed(token, { periodFrom: ended, periodTo: ended })).map((bill) => [bill.id, bill]));
  const issued = await stateOf(issuer);
  expect(ids.map((id) => issued.get(id)?.waitsFor)).toEqual(ids.map(() => 'OTHERS'));
  expect(issued.get(left?.id ?? '')?.state).toBe('OPEN');
  // Each is handed in for itself.
  const approvals = await api.deps.database.prisma.approval.findMany({
    where: { subjectType: 'billConfirmation', subjectId: { in: ids }, state: 'PENDING' },
  });
  expect(approvals).toHaveLength(ids.length);

  const own = (await call(issuer, 'confirmBills', { ids })).result;
  expect(own).toMatchObject({ done: 0, failed: ids.length });
  expect(new Set(own.rows.map(({ message }: { message: string }) => message))).toEqual(
    new Set(['经办人不能审批自己提交的事项']),
  );
  const unconfirmed = (await call(checker, 'settleBills', { ids })).result;
  expect(unconfirmed).toMatchObject({ done: 0, failed: ids.length });
  const confirmed = (await call(checker, 'confirmBills', { ids: [...ids, left?.id] })).result;
  expect(confirmed).toMatchObject({ done: ids.length, failed: 1 });
  const settled = (await call(checker, 'settleBills', { ids })).result;
  expect(settled).toMatchObject({ done: ids.length, failed: 0 });
  const states = await stateOf(checker);
  expect(ids.map((id) => states.get(id)?.state)).toEqual(ids.map(() => 'SETTLED'));
  await expectInvariants(api);
});

it('who sees some companies counts what those wait for alone', async () => {
  const { token } = await operator(api, '公司财务', {
    permissions: ['bill.view'],
    dataScope: 'COMPANY_TREE',
    companyId: companyId('A', 1),
  });
  const seen = (await listed(token, {})).filter(({ waitsFor }) => waitsFor !== null);
  expect(seen.length).toBeGreaterThan(0);
  expect((await waiting(token)).reduce((sum, { count }) => sum + count, 0)).toBe(seen.length);
  expect(seen.length).toBeLessThan((await listed(reader, { waitsFor: [...billWaits] })).length);
});
