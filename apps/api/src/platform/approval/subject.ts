import type { Label } from '@xyxlx/contracts/endpoint';
import type { Permission } from '@xyxlx/contracts/permissions';
import type { Approval } from '@xyxlx/database/client/client';
import type { Deps } from '../../deps.ts';
import type { Session } from '../../sessions/session.ts';
import type { RequestInfo } from '../../wire/implement.ts';
import type { Transaction } from '../transaction.ts';

/** What a subject's own rules are called with, inside the transaction of the decision. */
export interface Decision {
  approval: Approval;
  session: Session;
  request: RequestInfo;
  deps: Deps;
  /** Why the checker decides so; always there for a rejection. */
  reason: string | null;
  /** The version of the thing that the checker saw, where the endpoint says it. */
  version: number | null;
}

/** What may be done without a checker: at most so much money (in fen) and so many records. */
export interface Threshold {
  amount: number;
  count: number;
}

/** A kind of thing that a maker hands in and a checker decides: one line of the registry in `approval-subjects.ts`. */
export interface ApprovalSubject {
  /** The key in the registry, kept in `approvals.subject_type`. */
  type: string;
  label: Label;
  /** Who may decide. */
  permission: Permission;
  /** The console's path of the thing. */
  link: (subjectId: string) => string;
  /** Up to here nobody has to approve, unless the tenant has set its own; without it everything waits. */
  threshold?: Threshold;
  /** SQL of the ids of what waits by its own state, for the invariant that exactly these wait here. */
  waiting: string;
  /** Carries it out; throws a refusal to leave everything as it was. */
  approve: (tx: Transaction, decision: Decision) => Promise<void>;
  /** Puts the thing into its rejected state. */
  reject: (tx: Transaction, decision: Decision) => Promise<void>;
  /** Puts it back into the maker's hands; without it what was handed in can't be withdrawn. */
  withdraw?: (tx: Transaction, decision: Decision) => Promise<void>;
}
