/** Escapes a typed text for Prisma's `contains` and `startsWith`, which hand `%` and `_` on to LIKE, where they would match anything. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
