import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookDesk, leavesOf, openBookDesk } from '../../../../../tests/support/book-desk.ts';
import { type BookStep, bookHistory } from '../../../../../tests/support/book-histories.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { dayBefore } from '../../platform/time/shanghai.ts';

let api: TestApi;
let desk: BookDesk;
/** What was posted by role, debits less credits, in fen. */
const model = new Map<string, number>();

beforeAll(async () => {
  api = await startTestApi();
  desk = await openBookDesk(api);
});
afterAll(() => api.close());

/** One step; what others did first may refuse it, with words. */
async function take(step: BookStep): Promise<void> {
  if (step.act === 'post') {
    const { kind, source, doc, legs } = step.pattern;
    const given = legs(step.amount);
    await desk.post(kind, { on: dayBefore(desk.today, step.ago), doc, source, legs: given });
    for (const [debit, credit, amount] of given) {
      model.set(debit, (model.get(debit) ?? 0) + amount);
      model.set(credit, (model.get(credit) ?? 0) - amount);
    }
    return;
  }
  if (step.act === 'write') {
    const lines = [
      { summary: '计提', accountId: desk.account('6602'), debitAmount: step.amount },
      { summary: '计提', accountId: desk.account('1001'), creditAmount: step.amount },
    ];
    const draft = await desk.result('voucher/addVoucher', desk.manual({ lines }));
    return calm(await desk.send('voucher/submitVoucher', { id: draft.id, version: draft.version }));
  }
  if (step.act === 'seal') return desk.seal();
  const state = { approve: 'PENDING', reject: 'PENDING', 'post vouchers': 'APPROVED', reverse: 'POSTED' }[
    step.act
  ];
  const some = await desk.vouchers({ state: [state] });
  const one = some[step.which % Math.max(some.length, 1)];
  if (!one) return;
  const ids = some.map(({ id }) => id);
  if (step.act === 'approve') return calm(await desk.send('voucher/approveVouchers', { ids }, desk.checker));
  if (step.act === 'post vouchers') return calm(await desk.send('voucher/postVouchers', { ids }, desk.both));
  if (step.act === 'reverse') {
    const { id, version } = one;
    return calm(await desk.send('voucher/reverseVoucher', { id, version, date: desk.today, reason: '有误' }));
  }
  const approval = await api.deps.database.prisma.approval.findFirst({
    where: { tenantId: desk.tenantId, subjectId: one.id, state: 'PENDING' },
  });
  if (approval) calm(await desk.send('approval/reject', { id: approval.id, reason: '不对' }, desk.checker));
}

/** Done, or refused with words. */
function calm({ code, msg }: { code: number; msg: string }): void {
  expect([200, 406], msg).toContain(code);
}

/** Everything is sealed but today's, and everything posted: what was rejected is made anew, or handed in again. */
async function settle(): Promise<void> {
  await desk.seal();
  for (;;) {
    for (const { id, version, kind } of await desk.vouchers({ state: ['DRAFT'] })) {
      await desk.result(kind === 'MANUAL' ? 'voucher/submitVoucher' : 'voucher/remakeVoucher', {
        id,
        version,
      });
    }
    const [{ done: approved }, { done: posted }] = [await desk.approveAll(), await desk.postAll()];
    if (approved + posted === 0) return;
  }
}

const whole = () => ({ from: desk.before, to: desk.month });

/** What was written by hand, and what closings move. */
const byHand = ['1001', '6602', '4103'];

async function expectBooks(): Promise<void> {
  expect(await desk.violations()).toEqual([]);
  const live = leavesOf(await desk.balance({ ...whole(), basis: 'LIVE' }));
  for (const [role, net] of model) {
    const account = [...desk.accounts.values()].find((one) => one.role === role);
    expect([role, live[account?.code ?? ''] ?? 0]).toEqual([
      role,
      account?.side === 'DEBIT' || net === 0 ? net : -net,
    ]);
  }
  // No voucher is left that is not posted.
  const all = await desk.balance({ ...whole(), basis: 'VOUCHERS' });
  const posted = await desk.balance(whole());
  for (const { differenceAmount } of [all, posted]) expect(differenceAmount).toBe(0);
  expect(leavesOf(posted)).toEqual(leavesOf(all));
}

test('whatever happens to the books, in any order and at once: every posting is in one voucher, and all bases agree', async () => {
  let runs = 0;
  const booked = async () => {
    const rows = leavesOf(await desk.balance(whole()));
    return Object.fromEntries(
      Object.entries(rows).filter(([code]) => !byHand.includes(code) && !code.startsWith('6')),
    );
  };
  await fc.assert(
    fc.asyncProperty(bookHistory, async (people) => {
      runs += 1;
      const acts = people.map(async (steps) => {
        for (const step of steps) await take(step);
      });
      await Promise.all(acts);
      await settle();
      await expectBooks();
      if (runs === 2) await closeLastMonth();
    }),
    { numRuns: 4, seed: 20_261_123, endOnFailure: true },
  );
  // A day later today's are sealed, too.
  api.clock.setBusinessOffset(86_400_000);
  await settle();
  const live = leavesOf(await desk.balance({ ...whole(), basis: 'LIVE' }));
  const inVouchers = await booked();
  for (const [code, closing] of Object.entries(live)) {
    if (!code.startsWith('6')) expect([code, inVouchers[code] ?? 0]).toEqual([code, closing]);
  }
  await expectBooks();
}, 120_000);

/** What comes later and is dated into it is booked on the first open day. */
async function closeLastMonth(): Promise<void> {
  await desk.result('voucher/closePeriod', { period: desk.before });
  calm(await desk.decide('periodClose', 'approve'));
  await eventually(async () =>
    expect(
      await api.deps.database.prisma.ledgerPeriod.findFirst({
        where: { tenantId: desk.tenantId, period: desk.before },
      }),
    ).toMatchObject({ state: 'CLOSED', hindrance: null }),
  );
  expect(await desk.violations()).toEqual([]);
}
