/** PostgreSQL's code of a failed statement, as Prisma, its raw queries and plain `pg` report it; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  const { code, meta } = error as {
    code?: string;
    meta?: { driverAdapterError?: { cause?: { originalCode?: string } } };
  };
  const original = meta?.driverAdapterError?.cause?.originalCode;
  return original ?? (code && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('P') ? code : undefined);
}
