import { companyId, tenantId as tenantIdOf } from '@xyxlx/database/seed/tenants';
import { expect } from 'vitest';
import { dayBefore, shanghaiDay } from '../../apps/api/src/platform/time/shanghai.ts';
import { addPlatformAccount, importStatement } from './bank-statements.ts';
import { wonDraw } from './draws.ts';
import { openIssueDesk } from './issue-desk.ts';
import { operator } from './operator.ts';
import type { TestApi } from './test-api.ts';
import { plenty, setThreshold } from './thresholds.ts';

/** What somebody does: to which of six people, and with how many fen. */
export interface MoneyAct {
  who: number;
  amount: number;
}

/** The acts within which no checker is asked. */
const acts = [
  ...['limitAdjustment', 'consumptionRefund', 'topUpClaim', 'fundTransfer', 'lotteryAward'],
  ...['limitIssue', 'limitIssueVoid'],
];

/** What people do with the money of the seeded tenant A, each by its endpoint: done, or refused with words. */
export async function openMoneyDesk(api: TestApi) {
  for (const kind of acts) await setThreshold(api, kind, plenty);
  const { prisma } = api.deps.database;
  const tenantId = tenantIdOf('A');
  const issues = await openIssueDesk(api);
  const { maker } = issues;
  const awards = { permissions: ['lottery.view', 'lottery.award'] };
  const awarder = (await operator(api, '发奖人', awards)).token;
  const people = await prisma.limitAccount.findMany({
    where: { tenantId, expiresAt: null, employee: { state: 'ACTIVE', merchant: { state: 'ACTIVE' } } },
    orderBy: { employeeId: 'asc' },
    take: 6,
  });
  const funds = await prisma.fundAccount.findMany({
    where: { tenantId, companyId: { in: [companyId('A', 0), companyId('A', 1)] } },
    orderBy: { id: 'asc' },
  });
  const fundOf = (n: number, kind: string) =>
    funds.find((fund) => fund.companyId === companyId('A', n % 2) && fund.kind === kind)?.id;
  const bank = await addPlatformAccount(api, { tenantId, companyId: companyId('A', 0) });
  const paid: string[] = [];
  const lines: string[] = [];
  /** Of several ways each is gone in turn. */
  const turns = { statements: 0, transfers: 0, awards: 0, issues: 0 };

  /** The answer's result, or null where it was refused. */
  async function send(path: string, input: object, token = maker) {
    const { body } = await api.call(path, input, token, { 'Idempotency-Key': crypto.randomUUID() });
    expect([200, 406], body.msg).toContain(body.code);
    return body.code === 200 ? body.result : null;
  }

  const person = (who: number) => people[who % people.length] as (typeof people)[number];

  return {
    ...{ tenantId, send },
    pay: async ({ who, amount }: MoneyAct): Promise<void> => {
      const record = await send('dev/pay', { employeeId: person(who).employeeId, amount });
      if (record) paid.push(record.id);
    },
    refund: async ({ who, amount }: MoneyAct): Promise<void> => {
      const id = paid[(who * 7) % Math.max(paid.length, 1)];
      if (id) await send('consumption/refundConsumption', { id, amount, reason: '退货' });
    },
    adjust: ({ who, amount, type }: MoneyAct & { type: string }): Promise<unknown> =>
      send('limit/adjustLimit', { employeeId: person(who).employeeId, type, amount, reason: '调整' }),
    /** Two receipts of yesterday, on the statement of an account of its own. */
    receive: async ({ who, amount }: MoneyAct): Promise<void> => {
      turns.statements += 1;
      const no = `L${turns.statements}`;
      const accountId = await addPlatformAccount(api, { tenantId, companyId: companyId('A', who % 2) });
      const day = dayBefore(shanghaiDay(api.clock.businessNow()), 1);
      const amounts = [amount, amount + 1];
      lines.push(...(await importStatement(api, { token: maker, accountId, day, no, amounts })).lines);
    },
    /** Somebody else may be claiming the same one. */
    claim: async ({ who }: MoneyAct): Promise<void> => {
      const lineId = lines.at(-1 - (who % 3));
      if (lineId) await send('fund/claimTopUp', { lineId, companyId: companyId('A', (who + 1) % 2) });
    },
    transfer: ({ who, amount }: MoneyAct): Promise<unknown> => {
      const ends = [
        { fromId: fundOf(who, 'ENTERPRISE'), toId: fundOf(who + 1, 'ENTERPRISE') },
        { fromId: fundOf(who, 'FEE'), toId: fundOf(who, 'ENTERPRISE') },
        { fromId: fundOf(who, 'SETTLEMENT'), platformAccountId: bank },
        { fromId: fundOf(who, 'ENTERPRISE'), platformAccountId: bank },
      ];
      turns.transfers += 1;
      return send('fund/addTransfer', { ...ends[turns.transfers % ends.length], amount, reason: '划转' });
    },
    /** A limit, or goods that are sent. */
    award: async (): Promise<void> => {
      turns.awards += 1;
      const isGoods = turns.awards % 2 === 0;
      const deliveryNo = `SF${4_000_000_000 + turns.awards}`;
      const { id } = await wonDraw(api, tenantId, isGoods ? 'GOODS' : 'LIMIT');
      await send('lottery/awardLottery', { ids: [id], reason: '发放' }, awarder);
      const delivery = { id, deliveryNo, carrier: '顺丰速运' };
      if (isGoods) await send('lottery/deliverLottery', { deliveries: [delivery] }, awarder);
    },
    /** A batch of one; every other one is voided. */
    issue: async ({ who, amount }: MoneyAct): Promise<void> => {
      turns.issues += 1;
      const isVoided = turns.issues % 2 === 0;
      const { employeeId, merchantId } = person(who);
      const target = { by: 'EMPLOYEE', ids: [employeeId] };
      const { id, state } = await issues.draft({ merchantId, target, amount: { by: 'SAME', amount } });
      if (state !== 'DRAFT') return;
      const step = async (action: string, more: object, ...ends: string[]) => {
        const { body } = await issues.step(action, id, more);
        expect([200, 406], body.msg).toContain(body.code);
        return body.code === 200 ? (await issues.reached(id, ...ends)).state : null;
      };
      const issued = await step('submitIssue', {}, 'DONE', 'FAILED');
      if (issued !== 'DONE' || !isVoided) return;
      await step('voidIssue', { reason: '发错' }, 'VOIDED', 'PARTLY_VOIDED', 'DONE');
    },
  };
}
