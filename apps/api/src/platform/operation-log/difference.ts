import type { Prisma } from '@xyxlx/database/client/client';

/** The fields that differ, before and after, as the operation log keeps them. */
export function differenceOf(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  fields: readonly string[],
): { before: Prisma.InputJsonObject; after: Prisma.InputJsonObject } {
  const changed = fields.filter((field) => text(before[field]) !== text(after[field]));
  const only = (row: Record<string, unknown>) =>
    JSON.parse(text(Object.fromEntries(changed.map((field) => [field, row[field] ?? null]))));
  return { before: only(before), after: only(after) };
}

function text(value: unknown): string {
  return JSON.stringify(value ?? null, (_, part) => (typeof part === 'bigint' ? Number(part) : part));
}
