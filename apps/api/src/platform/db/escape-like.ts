/** Escapes a typed text for LIKE, where `%` and `_` match anything; Prisma's `contains` and `startsWith` hand them on as they are. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
