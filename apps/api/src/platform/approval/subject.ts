import type { MatterPart } from '@xyxlx/contracts/approval-matter';
import { confidential } from '@xyxlx/contracts/confidential';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { Permission } from '@xyxlx/contracts/permissions';
import type { Approval } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import type { Queryable } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';

/** What a subject's own rules are called with, inside the transaction of the decision. */
export interface Decision extends Caller {
  approval: Approval;
  /** Why the checker decides so; always there for a rejection. */
  reason: string | null;
  /** The version of the thing that the checker saw, where the endpoint says it. */
  version: number | null;
}

/**
 * What may be done without a checker: by one act, and by all that its maker does of the kind on a day in Asia/Shanghai, in fen and in
 * records; without counts the kind moves one record at a time.
 */
export interface Threshold {
  amount: number;
  dayAmount: number;
  count: number | null;
  dayCount: number | null;
}

/** A column of a live record that only a checker changes. */
interface GuardedColumn {
  /** The field's name on the wire. */
  field: string;
  label: Label;
  /** Masks what is personal; those who may decide can reveal it. */
  mask?: (value: string) => string;
  /** How a person reads it, where that is not as it is kept. */
  words?: (value: string) => Label;
  /** The kind of record that its id refers to. */
  names?: string;
}

/** What acts on several records would do. */
interface DryRun {
  acts: readonly DryRunAct[];
  /** How many of the records the act would be refused for. */
  refused: number;
}

/** An act that would be done, or would wait. */
export interface DryRunAct {
  tenantId: string;
  merchantId: string;
  /** In fen. */
  amount: number;
  /** Records. */
  count: number;
  /** What it gives to the company's fund, in fen; negative: what it takes. */
  fundDelta: number;
  waits: boolean;
}

/** What a kind of thing is called and who may decide it. */
export interface SubjectFacts {
  /** Its name among all kinds, kept in `approvals.subject_type`. */
  type: string;
  label: Label;
  /** Who may decide. */
  permission: Permission;
  /**
   * The console's path of the thing, or of its approval where it has no screen of its own; `merchantId` is whose thing it is, null: a company's,
   * `aboutId` the record that it is a part of.
   */
  link: (subjectId: string, approvalId: string, merchantId: string | null, aboutId: string | null) => string;
  /** Up to here nobody has to approve, unless the tenant has set its own; without it everything waits. */
  threshold?: Threshold;
  /** Who may do it or hand it in, of the kinds that move money: somebody whom compliance restricts neither makes nor approves those. */
  madeWith?: Permission;
}

/** What an approval is about, before a reader's language. */
export interface Matter {
  parts: MatterPart[];
  /** Whom it pays or gives something to, and whether nothing of the kind was done for them before. */
  payee?: { name: string; isFirst: boolean };
}

/** Reads what an approval is about; of a thing that is gone there is nothing to be seen. */
export type ReadMatter = (client: Queryable, approval: Approval) => Promise<Matter>;

/** A change of columns says itself what it is about; every other kind says it by `matter`. */
type SaysWhatItIs =
  /** The columns that it changes of a live record: what waits is in `record_changes`. */
  | { changes: Readonly<Record<string, GuardedColumn>>; matter?: ReadMatter }
  | { changes?: undefined; matter: ReadMatter };

/** A kind of thing that a maker hands in and a checker decides. */
export type ApprovalSubject = SubjectActs & SaysWhatItIs;

interface SubjectActs extends SubjectFacts {
  /** Where whoever handed in a thing of their own finds it, without the permission that `link` asks for. */
  ownLink?: { without: Permission; link: (subjectId: string) => string };
  /** A dry run on records that say themselves what would move: assessed by its own rules, nothing is changed. */
  dryRun?: (tx: Transaction, by: Caller, ids: readonly string[]) => Promise<DryRun>;
  /** SQL of the ids of what waits by its own state in the tenant `$1`, for the invariant that exactly these wait here. */
  waiting: string;
  /** Carries it out; throws a refusal to leave everything as it was. */
  approve: (tx: Transaction, decision: Decision) => Promise<void>;
  /** Puts the thing into its rejected state. */
  reject: (tx: Transaction, decision: Decision) => Promise<void>;
  /** Puts it back into the maker's hands; without it what was handed in can't be withdrawn. */
  withdraw?: (tx: Transaction, decision: Decision) => Promise<void>;
}

/** What somebody needs besides, so as to see things of a kind. */
export function seenWith({ type }: SubjectFacts): Permission | undefined {
  return confidential.approvals.some((one) => one === type) ? confidential.permission : undefined;
}
