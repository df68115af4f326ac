import type { BulkActResult, BulkResult } from '@xyxlx/contracts/bulk';
import { recordMissing, WireFailure } from '../../core/errors.ts';
import type { Language } from '../../core/language.ts';

/**
 * What becomes of each of many records that are changed together: `rows` are those of the ids that the caller may see, `rule` throws
 * what refuses one of them, asked in the order of the ids; a refused one never stops the others. Returns those that none refused, and
 * what to answer once they are changed.
 */
export function assessEach<Row extends { id: string }>(
  { ids, language }: { ids: readonly string[]; language: Language },
  rows: readonly Row[],
  rule: (row: Row) => void,
): { kept: Row[]; result: BulkResult } {
  const found = new Map(rows.map((row) => [row.id, row]));
  const kept: Row[] = [];
  const judged = namedOnce(ids).map((id) => {
    try {
      const row = found.get(id.toLowerCase());
      if (!row) throw recordMissing();
      rule(row);
      kept.push(row);
      return { id, ok: true, message: '' };
    } catch (error) {
      return { id, ok: false, message: refusalOf(error, language) };
    }
  });
  return { kept, result: counted(judged) };
}

/** Does something to each record by itself, in the order given and in transactions of its own; one that is refused stops no other. */
export async function doEach(
  { ids, language }: { ids: readonly string[]; language: Language },
  act: (id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const outcomes = new Map<string, unknown>();
  for (const id of namedOnce(ids)) {
    const [settled] = await Promise.allSettled([act(id)]);
    outcomes.set(id.toLowerCase(), settled?.status === 'rejected' ? settled.reason : null);
  }
  const rows = [...outcomes.keys()].map((id) => ({ id }));
  return assessEach({ ids, language }, rows, ({ id }) => {
    const failure = outcomes.get(id);
    if (failure) throw failure;
  }).result;
}

/** An id is the same one in capitals. */
function namedOnce(ids: readonly string[]): string[] {
  return [...new Map(ids.map((id) => [id.toLowerCase(), id])).values()];
}

/** What a rule said; what is no rule's word goes on. */
function refusalOf(error: unknown, language: Language): string {
  if (!(error instanceof WireFailure) || error.code !== 406) throw error;
  return error.text[language];
}

function counted(rows: BulkResult['rows']): BulkResult {
  const done = rows.filter((row) => row.ok).length;
  return { done, failed: rows.length - done, rows };
}

/** The result of acts, some of them waiting: `approvals` are what those wait for, by the records' ids. */
export function withWaiting(
  { done, failed, rows }: BulkResult,
  approvals: ReadonlyMap<string, string>,
): BulkActResult {
  return {
    done: done - approvals.size,
    failed,
    waiting: approvals.size,
    rows: rows.map((row) => ({ ...row, approvalId: approvals.get(row.id.toLowerCase()) ?? null })),
  };
}
