import { z } from 'zod';

/**
 * A backup is lines of text, zipped: a head, then sections that end with `\.`, then a line that says that it is whole.
 * A table's section holds what COPY writes, in which no line is `\.`; the heads' section is the published file.
 */
export const backupHead = z.object({
  backup: z.literal(1),
  takenAt: z.iso.datetime(),
  /** Which key seals the operation log and encrypts secrets; the key itself is kept elsewhere. */
  keyId: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
});

export const sectionStart = z.union([
  z.object({ heads: z.literal(true) }),
  z.object({ schema: z.string(), table: z.string(), columns: z.array(z.string()).min(1) }),
  z.object({ end: z.literal(true) }),
]);

export const sectionEnd = '\\.';

/** The job queue's own statistics: in tables that it makes day by day. */
export const leftOut = ['pgboss.queue_stats'];
