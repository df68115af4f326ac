import type { ComparedField } from '@xyxlx/contracts/approval';
import type { Label } from '@xyxlx/contracts/endpoint';
import type { Approval } from '@xyxlx/database/client/client';
import type { Caller } from '../../core/caller.ts';
import { staleVersion } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';
import { type Queryable, rowsOf, sql } from '../db/sql.ts';
import type { Transaction } from '../db/transaction.ts';
import { recordNames } from '../operation-log/record-names.ts';
import type { ApprovalSubject, Decision } from './subject.ts';
import { type Submission, submitForApproval } from './submit.ts';

/** Values of a record by its columns, as texts. */
export type Columns = Record<string, string | null>;

/** Hands in what a checker changes of a live record: the record stays as it is until then. 406 while another change of it waits. */
export async function submitChange(
  tx: Transaction,
  maker: Caller,
  subject: ApprovalSubject,
  submission: Submission,
  { before, after }: { before: Columns; after: Columns },
): Promise<Approval> {
  const approval = await submitForApproval(tx, maker, subject, submission);
  const { id: approvalId, tenantId } = approval;
  await tx.recordChange.create({ data: { tenantId, approvalId, before, after } });
  return approval;
}

/**
 * What was approved, for a record whose columns are `present`; throws 406 when these are no longer what the checker compared.
 * The database takes the change while it is approved and not carried out, for a record that names it: `changeApplied` ends that.
 */
export async function approvedChange(
  tx: Transaction,
  { approval: { tenantId, id: approvalId } }: Decision,
  present: Columns,
): Promise<Columns> {
  const { before, after } = await tx.recordChange.findUniqueOrThrow({
    where: { tenantId_approvalId: { tenantId, approvalId } },
  });
  const compared = before as Columns;
  if (Object.keys(compared).some((column) => compared[column] !== present[column])) throw staleVersion();
  return after as Columns;
}

/** Marks a change as carried out, in the transaction that did it. */
export async function changeApplied(
  tx: Transaction,
  { approval: { tenantId, id: approvalId }, now }: Decision,
): Promise<void> {
  await tx.recordChange.update({
    where: { tenantId_approvalId: { tenantId, approvalId } },
    data: { appliedAt: now },
  });
}

/** Whether a change of the record waits for a checker. */
export async function changeWaits(
  tx: Transaction,
  { type: subjectType }: ApprovalSubject,
  { tenantId, id: subjectId }: { tenantId: string; id: string },
): Promise<boolean> {
  return (await tx.approval.count({ where: { tenantId, subjectType, subjectId, state: 'PENDING' } })) > 0;
}

/** The columns of `row` that would become others, before and after; null when none would. */
export function changedColumns(before: Columns, after: Columns): { before: Columns; after: Columns } | null {
  const changed = Object.keys(after).filter((column) => before[column] !== after[column]);
  if (changed.length === 0) return null;
  const only = (row: Columns): Columns =>
    Object.fromEntries(changed.map((column) => [column, row[column] ?? null]));
  return { before: only(before), after: only(after) };
}

/** SQL of the ids of the records whose change of a kind waits, for the invariants. */
export function waitingChanges(type: string): string {
  return `SELECT a.subject_id AS id FROM record_changes c JOIN approvals a ON a.tenant_id = c.tenant_id AND a.id = c.approval_id
    WHERE c.tenant_id = $1 AND a.subject_type = '${type}' AND a.state = 'PENDING' AND c.applied_at IS NULL`;
}

/** A field that would become another; a value is a text, or words where it is an enumeration's. */
interface ChangedValue {
  field: string;
  label: Label;
  before: string | Label | null;
  after: string | Label | null;
}

/** Old beside new, with records by their names; whole where it is revealed, otherwise masked. Empty where the approval is no change of a record. */
export async function changedValues(
  client: Queryable,
  subject: Pick<ApprovalSubject, 'changes'> | undefined,
  { tenantId, id }: Pick<Approval, 'tenantId' | 'id'>,
  isRevealed = false,
): Promise<ChangedValue[]> {
  if (!subject?.changes) return [];
  const [change] = await rowsOf<{ before: Columns; after: Columns }>(
    client,
    sql`SELECT before, after FROM record_changes WHERE tenant_id = ${tenantId}::uuid AND approval_id = ${id}::uuid`,
  );
  if (!change) return [];
  const found: ChangedValue[] = [];
  for (const [column, { field, label, mask, words, names }] of Object.entries(subject.changes)) {
    if (!(column in change.after)) continue;
    const values = [change.before[column] ?? null, change.after[column] ?? null];
    const ids = values.filter((value) => value !== null);
    const records = names ? await recordNames(client, tenantId, names, ids) : [];
    const [before = null, after = null] = values.map((value) => {
      if (value === null) return null;
      if (names) return records.find((record) => record.id === value)?.name ?? value;
      if (words) return words(value);
      return mask && !isRevealed ? mask(value) : value;
    });
    found.push({ field, label, before, after });
  }
  return found;
}

/** As `changedValues`, in a reader's language. */
export async function comparedFields(
  client: Queryable,
  subject: ApprovalSubject | undefined,
  approval: Pick<Approval, 'tenantId' | 'id'>,
  { language, isRevealed }: { language: Language; isRevealed?: boolean },
): Promise<ComparedField[]> {
  const said = (value: string | Label | null) =>
    value === null || typeof value === 'string' ? value : value[language];
  return (await changedValues(client, subject, approval, isRevealed)).map(({ before, after, ...field }) => ({
    ...field,
    before: said(before),
    after: said(after),
  }));
}
