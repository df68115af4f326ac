import { paths } from '@xyxlx/contracts/paths';
import type { Approval, Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Actor, Caller } from '../../core/caller.ts';
import { Refusal } from '../../core/errors.ts';
import type { Queryable } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { yuanText } from '../money/yuan-text.ts';
import { isOverCeiling, OverCeiling } from './ceiling.ts';
import { mayDo } from './deciders.ts';
import { makerOf } from './maker.ts';
import { type OpenDay, openDay } from './maker-day.ts';
import { isRestricted, refuseRestricted } from './restricted.ts';
import type { ApprovalSubject, Decision, Matter, SubjectFacts } from './subject.ts';
import { type Submission, submitEach, waitingAlready, waitingAmong } from './submit.ts';

/** A way that money moves: `madeWith` does it up to the threshold, beyond it the act waits for `permission`. */
export type ActKind = Required<SubjectFacts>;

/** The console's path of an act that waits: it is nothing but its approval. */
export function approvalPath(_subjectId: string, approvalId: string): string {
  return `${paths.approval}?open=${approvalId}`;
}

/** The link of an act that is found on the page of the record that it is a part of. */
export function onPage(path: string): ActKind['link'] {
  return (subjectId, approvalId, _merchantId, aboutId) =>
    aboutId ? `${path}?open=${aboutId}` : approvalPath(subjectId, approvalId);
}

/** One act: what it moves, and what it is about. */
interface Act {
  tenantId: string;
  /** Whose it is, for the checkers' data scope; null: a matter of the whole tenant. */
  merchantId: string | null;
  /** Of a company itself, where it is no merchant's. */
  companyId?: string;
  /** The record that waits; left out where the act is about no record that could wait only once. */
  subjectId?: string;
  /** The record that it is a part of, on whose page it is found. */
  aboutId?: string;
  /** What it is, as to-dos and the log show it. */
  subjectLabel: string;
  /** In fen. */
  amount: number;
  /** Records that it moves money for; 1 where nothing else is said. */
  count?: number;
  reason: string;
  /** The call's input, which the approval keeps and carries out; left out where the record itself says what is to be done. */
  input?: Prisma.InputJsonObject;
  /** Who else had a hand in it. */
  alsoMadeBy?: readonly (string | null)[];
}

/** What allows an act that is done now: a checker's approval, or the threshold (in fen) that it is within. */
export interface Authorization {
  approvalId?: string;
  withinAmount?: number;
}

/** Acts of one kind that are assessed one by one and settled together. */
interface Acts {
  /** What allows an act to be done now, after everything else that could refuse it; null where it waits instead. Throws 406 over a ceiling, or while its record waits already. */
  assess(act: Act): Authorization | null;
  /** Counts what may be done in its maker's day, and hands in the rest; returns the approvals that those acts wait for, in the order they were assessed. */
  settle(): Promise<string[]>;
}

/** Opens the maker's day in each of the acts' tenants, which is theirs until the transaction ends. */
export async function openActs(
  tx: Transaction,
  by: Caller,
  kind: ActKind,
  about: readonly Pick<Act, 'tenantId' | 'subjectId'>[],
): Promise<Acts> {
  const { session, approval } = by;
  const tenants = await openTenants(tx, by, kind, about);
  const waiting: { tenantId: string; submission: Submission }[] = [];
  return {
    assess: ({ tenantId, input, count = 1, ...act }) => {
      const { amount, subjectId } = act;
      const { day, subjectsWaiting } = tenants.get(tenantId) as OpenTenant;
      if (isOverCeiling(session, amount)) throw new OverCeiling(session);
      if (approval) {
        if (amount > Number(approval.amount)) throw moreThanApproved(amount, Number(approval.amount));
        day.takeApproved({ amount, count, subjectId }, approval.id);
        return { approvalId: approval.id };
      }
      const withinAmount = day.takeAlone({ amount, count, subjectId });
      if (withinAmount !== null) return { withinAmount };
      if (subjectId && subjectsWaiting.has(subjectId)) throw waitingAlready();
      waiting.push({ tenantId, submission: { ...act, ...(input && { act: input }) } });
      return null;
    },
    settle: async () => {
      const ids = new Map<Submission, string>();
      for (const [tenantId, { day }] of tenants) {
        await day.close();
        const submissions = waiting.filter((one) => one.tenantId === tenantId).map((one) => one.submission);
        const approvals = await submitEach(tx, by, kind, tenantId, submissions);
        for (const [n, { id }] of approvals.entries()) ids.set(submissions[n] as Submission, id);
      }
      return waiting.map(({ submission }) => ids.get(submission) as string);
    },
  };
}

interface OpenTenant {
  day: OpenDay;
  subjectsWaiting: ReadonlySet<string>;
}

/** In the order of their ids, so that of two who act in several one waits for the other. */
async function openTenants(
  tx: Transaction,
  { session, now }: Caller,
  kind: ActKind,
  about: readonly Pick<Act, 'tenantId' | 'subjectId'>[],
): Promise<Map<string, OpenTenant>> {
  const open = new Map<string, OpenTenant>();
  const byTenant = Map.groupBy(about, ({ tenantId }) => tenantId);
  await refuseRestricted(tx, session, about, now);
  for (const [tenantId, acts] of [...byTenant].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const day = await openDay(tx, kind, { tenantId, makerId: session.userId, now });
    const subjectIds = acts.flatMap(({ subjectId }) => subjectId ?? []);
    open.set(tenantId, { day, subjectsWaiting: await waitingAmong(tx, kind, tenantId, subjectIds) });
  }
  return open;
}

/**
 * Asks whether one act may be done now, after everything else that could refuse it. Within the threshold it counts in its maker's
 * day and `authorization` says what allows it; over it, it is handed in instead, and nothing is to be done.
 */
export async function assessAct(
  tx: Transaction,
  by: Caller,
  kind: ActKind,
  act: Act,
): Promise<{ waits: string; authorization: null } | { waits: null; authorization: Authorization }> {
  const acts = await openActs(tx, by, kind, [act]);
  const authorization = acts.assess(act);
  const [waits] = await acts.settle();
  if (authorization) return { waits: null, authorization };
  return { waits: waits as string, authorization: null };
}

/** The subject of a kind of act: approving carries the kept call out in its maker's name, checking every rule again; nothing else leaves a trace. */
export function moneyAct<Input>(
  kind: ActKind,
  input: z.ZodType<Input>,
  carryOut: (tx: Transaction, by: Caller, input: Input) => Promise<unknown>,
  matter: (client: Queryable, approval: Approval, input: Input) => Promise<Matter>,
): ApprovalSubject {
  return {
    ...kind,
    matter: (client, approval) => matter(client, approval, input.parse(approval.act)),
    // It has no state of its own: it waits as long as its approval does.
    waiting: `SELECT subject_id AS id FROM approvals WHERE tenant_id = $1 AND subject_type = '${kind.type}' AND state = 'PENDING'`,
    approve: async (tx, decision) => {
      const by = await inItsMakersName(tx, kind, decision);
      await carryOut(tx, by, input.parse(decision.approval.act));
    },
    reject: nothingWasDone,
    withdraw: nothingWasDone,
  };
}

async function nothingWasDone(): Promise<void> {}

/** With the checker's scope and ceiling, in the maker's name. */
async function inItsMakersName(tx: Transaction, kind: ActKind, decision: Decision): Promise<Caller> {
  const { session } = decision;
  const { tenantId, userId, userName, roles } = await makerWhoMay(tx, kind, decision);
  return {
    ...decision,
    // A scope within a tenant is one of the checker's tenant, which is the record's.
    session: {
      ...session,
      userId,
      userName,
      roles,
      homeTenantId: tenantId,
      ...(session.scope.all && { tenantId }),
    },
  };
}

/** Who handed it in; throws 406 where they could not do it any more. */
export async function makerWhoMay(
  tx: Transaction,
  { madeWith }: Pick<ActKind, 'madeWith'>,
  decision: Decision,
): Promise<Actor> {
  const { approval, now } = decision;
  const maker = await makerOf(tx, decision);
  const may = await mayDo(tx, madeWith, maker.userId, approval);
  if (!may || (await isRestricted(tx, maker.userId, approval.tenantId, now)))
    throw makerMayNoMore(maker.userName);
  return maker;
}

function makerMayNoMore(name: string): Refusal {
  return new Refusal({
    zh: `提交人${name}已无权办理（权限、数据范围或权限上限有变），请驳回`,
    en: `${name}, who submitted it, may not do it any more (permission, data scope or ceiling): reject it`,
  });
}

/** What would move now, in fen, is more than a checker has been asked for. */
export function moreThanApproved(amount: number, approved: number): Refusal {
  return new Refusal({
    zh: `金额已变为 ${yuanText(amount)} 元，超过提交时的 ${yuanText(approved)} 元，请驳回后重新提交`,
    en: `It would move ¥${yuanText(amount)} now, more than the ¥${yuanText(approved)} submitted: reject it and submit it again`,
  });
}
