/** What Prisma's adapter makes of an error of the driver's. */
interface AdapterCause {
  kind?: string;
  originalCode?: string;
}

/**
 * What Prisma knows of the failure of a statement: beside a code of its own, or as the error itself where it was the COMMIT that
 * failed, which Prisma passes on as its adapter has it. Undefined for other errors.
 */
export function adapterCauseOf(error: unknown): AdapterCause | undefined {
  const { name, cause, meta } = error as {
    name?: string;
    cause?: AdapterCause;
    meta?: { driverAdapterError?: { cause?: AdapterCause } };
  };
  return name === 'DriverAdapterError' ? cause : meta?.driverAdapterError?.cause;
}

/** PostgreSQL's code of a failed statement, as Prisma, its raw queries and plain `pg` report it; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  const original = adapterCauseOf(error)?.originalCode;
  const { code } = error as { code?: string };
  return original ?? (code && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('P') ? code : undefined);
}
