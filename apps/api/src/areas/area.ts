import type { Label } from '@xyxlx/contracts/endpoint';
import type { TodoKind } from '@xyxlx/contracts/home';
import type { Permission } from '@xyxlx/contracts/permissions';
import type { PageKind } from '@xyxlx/contracts/timeline';
import type { FastifyPluginCallback } from 'fastify';
import type { Deps } from '../core/deps.ts';
import type { Session } from '../core/session.ts';
import type { ApprovalSubject } from '../platform/approval/subject.ts';
import type { Sql } from '../platform/db/sql.ts';
import type { ExportDefinition } from '../platform/exports/export-definition.ts';
import type { ImportDefinition } from '../platform/imports/import-definition.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';
import type { ScheduledTask } from '../platform/jobs/scheduled-task.ts';
import type { PostingRule } from '../platform/ledger/posting-rule.ts';
import type { Find } from '../platform/lists/find.ts';
import type { RecordKind } from '../platform/operation-log/record-names.ts';
import type { TimelineSource } from '../platform/timeline/timeline-source.ts';
import type { Handlers } from '../wire/implement.ts';

/** All that an area gives, `Endpoints` being its part of the contract; `apps/api/src/areas.ts` lists the areas. */
export interface Area<Endpoints = unknown> {
  handlers: Handlers<Endpoints>;
  /** What it answers besides its endpoints. */
  plugins?: readonly FastifyPluginCallback<{ deps: Deps }>[];
  /** Its lists as files. */
  exports?: readonly ExportDefinition[];
  imports?: readonly ImportDefinition[];
  /** Long work besides exports and imports. */
  jobs?: readonly JobKind[];
  /** What it does by the business clock. */
  schedule?: readonly ScheduledTask[];
  /** Removes what has long been over; done every hour. */
  cleanUp?: (deps: Deps) => Promise<void>;
  /** What waits for a checker. */
  approvals?: readonly ApprovalSubject[];
  /** The kinds of record that the log and approvals call by their names. */
  records?: Readonly<Record<string, RecordKind>>;
  /** The kind of record that the `id` of its inputs names, where that is not the area's own name. */
  record?: string;
  /** How its records are found from anywhere. */
  finds?: readonly Find[];
  /** What of it touches the records that have a page of their own. */
  timelines?: Partial<Record<PageKind, readonly TimelineSource[]>>;
  /** What waits for somebody and is no approval. */
  todos?: readonly Todo[];
  /** What the ledger has of its money events; whoever writes one posts it in the same transaction. */
  postings?: readonly PostingRule[];
  /** What must always be true of its records. */
  invariants?: readonly Invariant[];
  /** Actions of the log that are no change by an endpoint with a session, and what they are called. */
  steps?: Readonly<Record<string, Label>>;
}

/** Something that waits for the users with a permission, to be counted. */
export interface Todo {
  kind: TodoKind;
  permission: Permission;
  /** FROM … WHERE … of those that the caller sees; `since`: only those made on that day or later count. */
  count(session: Session, today: string): { from: Sql; since?: string };
}

/** What must always be true; each violation is a defect or tampering. */
export interface Invariant {
  name: string;
  label: Label;
  /**
   * SQL for the tenant `$1` in which each row is a violation, its column `what` saying which record in a few words; or the violations in
   * words, where one statement can't tell.
   */
  violations: string | ((deps: Deps) => Promise<string[]>);
}
