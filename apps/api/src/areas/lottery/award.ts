import type { BulkActResult } from '@xyxlx/contracts/bulk';
import { lottery as contract, lotteryTransitions } from '@xyxlx/contracts/lottery';
import type { LotteryRecord } from '@xyxlx/database/client/client';
import { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { Refusal, recordMissing } from '../../core/errors.ts';
import { type ActKind, approvalPath, moneyAct, openActs } from '../../platform/approval/money-act.ts';
import type { ApprovalSubject } from '../../platform/approval/subject.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { fundTooLow, lockFunds, moveFunds } from '../../platform/fund/fund.ts';
import { assessEach, withWaiting } from '../../platform/records/bulk.ts';
import { logStates, writeState } from '../../platform/records/change-state.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { type LockedAccount, lockAccounts, writeAdjustments } from '../limit/account.sql.ts';
import { type LimitChange, limitChange } from '../limit/limit-change.ts';
import { movingAmong } from '../merchant/running-move.ts';
import { lotteryStateMachine } from './lottery-states.ts';
import { matterOfAward } from './matter.ts';

const input = z.strictObject({
  id: contract.getLottery.input.shape.id,
  reason: contract.awardLottery.input.shape.reason,
});
/** 补发: 1,000 yuan an act and 5,000 a day, where the tenant has set nothing else. */
const lotteryAward: ActKind = {
  type: 'lotteryAward',
  label: { zh: '奖品补发', en: 'Award' },
  madeWith: 'lottery.award',
  permission: 'limit.approve',
  link: approvalPath,
  threshold: { amount: 100_000, dayAmount: 500_000, count: null, dayCount: null },
};

/** An award over its maker's threshold. */
export const awardApproval: ApprovalSubject = {
  ...moneyAct(
    lotteryAward,
    input,
    async (tx, by, { id, reason }) => {
      const awards = await openAwards(tx, by, [id], reason);
      const [draw] = awards.draws;
      if (!draw) throw recordMissing();
      awards.assess(draw);
      await awards.carryOut();
    },
    matterOfAward,
  ),
  dryRun: async (tx, by, ids) => {
    const awards = await openAwards(tx, by, ids, '');
    const { kept, result } = assessEach({ ids, language: by.request.language }, awards.draws, awards.assess);
    const acts = kept.map(({ id, tenantId, merchantId, prizeType, value }) => {
      const amount = Number(value);
      const fundDelta = prizeType === 'LIMIT' ? -amount : 0;
      return { tenantId, merchantId, amount, count: 1, fundDelta, waits: awards.waiting.includes(id) };
    });
    return { acts, refused: result.failed };
  },
};

/**
 * Hands out prizes that wait or failed before, each by itself in the order given: a limit goes to the employee's account, coupons and
 * goods are under way until somebody records what came of it. What is over the threshold waits for an approval.
 */
export async function awardEach(
  tx: Transaction,
  by: Caller,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<BulkActResult> {
  const awards = await openAwards(tx, by, ids, reason);
  const { result } = assessEach({ ids, language: by.request.language }, awards.draws, awards.assess);
  return withWaiting(result, await awards.carryOut());
}

interface Awards {
  /** Those that the caller may see, locked. */
  draws: LotteryRecord[];
  /** Throws 406 for a draw that can't be awarded; otherwise takes what it costs from the day and the fund. */
  assess(draw: LotteryRecord): void;
  /** The ids of those that were judged and wait. */
  waiting: readonly string[];
  /** Hands out what was judged; returns the approvals that the rest waits for, by the draws' ids. */
  carryOut(): Promise<Map<string, string>>;
}

/** Locks all that the awards move, in the order in which everything else does: accounts, the maker's day, funds. */
async function openAwards(
  tx: Transaction,
  by: Caller,
  ids: readonly string[],
  reason: string,
): Promise<Awards> {
  const { session, now } = by;
  const draws = await lotteryStateMachine.lock(tx, session, ids);
  const limits = draws.filter(({ prizeType }) => prizeType === 'LIMIT');
  const found = await lockAccounts(
    tx,
    session,
    limits.map(({ employeeId }) => employeeId),
    now,
  );
  const accounts = new Map(found.map((account) => [account.employeeId, account]));
  const acts = await openActs(
    tx,
    by,
    lotteryAward,
    draws.map(({ tenantId, id }) => ({ tenantId, subjectId: id })),
  );
  const moves = await movingAmong(tx, found);
  const funds = await lockFunds(tx, found);
  const granted: Granted[] = [];
  const waiting: string[] = [];
  return {
    draws,
    waiting,
    assess: (draw) => {
      mustBeOpen(draw, now);
      const { tenantId, merchantId, id, lotteryNo } = draw;
      const amount = Number(draw.value);
      const limit = draw.prizeType === 'LIMIT' ? limitOf(amount, accounts.get(draw.employeeId)) : null;
      if (limit) moves.refuse(limit.account);
      const fund = limit && funds.get(limit.account.companyId);
      // Nobody is asked for what could not be done.
      if (fund && amount > fund.free) throw fundTooLow();
      const about = { tenantId, merchantId, subjectId: id, subjectLabel: lotteryNo, amount };
      const authorization = acts.assess({ ...about, reason, input: { id, reason } });
      if (!authorization) {
        waiting.push(id);
        return;
      }
      if (fund) fund.free -= amount;
      granted.push({ draw, limit });
    },
    carryOut: async () => {
      const approvals = await acts.settle();
      await issueLimits(tx, by, granted);
      await record(tx, by, granted, reason);
      return new Map(waiting.map((id, n) => [id, approvals[n] as string]));
    },
  };
}

interface Granted {
  draw: LotteryRecord;
  /** What it does to the employee's account; null of coupons and goods. */
  limit: { account: LockedAccount; change: LimitChange } | null;
}

function mustBeOpen(draw: LotteryRecord, now: Date): void {
  mustAllow(lotteryStateMachine, 'awardLottery', draw);
  const { expiresAt } = draw;
  if (expiresAt && expiresAt <= now) throw new Refusal({ zh: '奖品已过期', en: 'The prize has expired' });
}

function limitOf(amount: number, account: LockedAccount | undefined): NonNullable<Granted['limit']> {
  if (!account) throw recordMissing();
  if (account.employeeState === 'LEFT') throw new Refusal({ zh: '员工已离职', en: 'The employee has left' });
  const change = limitChange('INCREASE', amount, account);
  if (!change) throw new Refusal({ zh: '奖品金额为零', en: 'The prize is worth nothing' });
  return { account, change };
}

/** The company pays for what its employees won. */
async function issueLimits(
  tx: Transaction,
  { session, now }: Caller,
  granted: readonly Granted[],
): Promise<void> {
  const links = granted.flatMap(({ draw, limit }) =>
    limit ? [{ ...limit, draw, reason: draw.lotteryNo }] : [],
  );
  if (links.length === 0) return;
  const written = await writeAdjustments(tx, links, { type: 'INCREASE', source: 'SYSTEM', by: session, now });
  const moves = links.map(({ account: { tenantId, companyId }, draw, change }, n) => ({
    tenantId,
    companyId,
    kind: 'LIMIT_ISSUE' as const,
    delta: change.fund,
    sourceId: written[n] as string,
    remark: draw.lotteryNo,
  }));
  await moveFunds(tx, moves, { sourceType: 'limitAdjustment', by: session.userName, now });
}

async function record(
  tx: Transaction,
  by: Caller,
  granted: readonly Granted[],
  reason: string,
): Promise<void> {
  const stateOf = ({ prizeType }: LotteryRecord) => (prizeType === 'LIMIT' ? 'AWARDED' : 'AWARDING');
  const draws = granted.map(({ draw }) => draw);
  for (const to of lotteryTransitions.actions.awardLottery.to) {
    const rows = draws.filter((draw) => stateOf(draw) === to);
    if (rows.length === 0) continue;
    const columns = {
      ...(to === 'AWARDED' && { awardedAt: by.now }),
      failure: null,
      tries: { increment: 1 },
    };
    await writeState(tx, by, lotteryStateMachine, 'awardLottery', rows, { to, columns });
  }
  const after = (draw: LotteryRecord) => ({ state: stateOf(draw) });
  await logStates(tx, by, lotteryStateMachine, 'awardLottery', draws, { reason, after });
}
