import type { BulkActResult, BulkResult } from '@xyxlx/contracts/bulk';
import { WireFailure } from '../wire/errors.ts';
import type { Language } from '../wire/language.ts';

/** Does one thing to each record by itself, in their order; a refused one never stops the others. */
export async function rowByRow(
  ids: readonly string[],
  language: Language,
  act: (id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const rows: BulkResult['rows'] = [];
  for (const id of new Set(ids)) {
    try {
      await act(id);
      rows.push({ id, ok: true, message: '' });
    } catch (error) {
      if (!(error instanceof WireFailure) || error.code !== 406) throw error;
      rows.push({ id, ok: false, message: error.text[language] });
    }
  }
  const done = rows.filter((row) => row.ok).length;
  return { done, failed: rows.length - done, rows };
}

/** As `rowByRow`, of acts that answer the approval that they wait for, or null. */
export async function rowByRowOrWaiting(
  ids: readonly string[],
  language: Language,
  act: (id: string) => Promise<string | null>,
): Promise<BulkActResult> {
  const approvals = new Map<string, string>();
  const { done, failed, rows } = await rowByRow(ids, language, async (id) => {
    const approvalId = await act(id);
    if (approvalId !== null) approvals.set(id, approvalId);
  });
  return {
    done: done - approvals.size,
    failed,
    waiting: approvals.size,
    rows: rows.map((row) => ({ ...row, approvalId: approvals.get(row.id) ?? null })),
  };
}
