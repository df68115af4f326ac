import type { BulkResult } from '@xyxlx/contracts/bulk';
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
