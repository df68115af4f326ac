import type { Label } from '@xyxlx/contracts/endpoint';
import { type Mail, Prisma } from '@xyxlx/database/client/client';
import type { Deps } from '../../core/deps.ts';
import { activeTenantIds } from '../db/active-tenant.ts';
import { rowsOf, sql } from '../db/sql.ts';
import { inTransaction } from '../db/transaction.ts';
import { nextTry } from '../jobs/next-try.sql.ts';
import { MailRefused } from './mailer.ts';

/** So many a tenant and run. */
const atOnce = 20;

/** One is given up after so many attempts: about half a day. */
export const mostAttempts = 15;

/**
 * Sends the e-mails that wait. Which is tried is not tried again before its next time, also where the replica that sends is killed: it may be
 * sent twice then, under one id, and never not at all.
 */
export async function sendMails(deps: Deps): Promise<void> {
  for (const tenantId of await activeTenantIds(deps.database, deps.clock.businessNow())) {
    for (let sent = 0; sent < atOnce; sent += 1) {
      const mail = await takeDue(deps, tenantId);
      if (!mail) break;
      const failure = await failureOf(deps, mail);
      await recordOutcome(deps, mail, failure);
      // A server that doesn't answer is asked once a run: the other tasks wait meanwhile.
      if (failure && !failure.isFinal) return;
    }
  }
}

type Taken = Pick<Mail, 'tenantId' | 'id' | 'recipient' | 'title' | 'text' | 'attempts'>;

/** The one that waits longest, its attempt counted before anybody hears of it; undefined when none is due. */
function takeDue({ database, clock }: Deps, tenantId: string): Promise<Taken | undefined> {
  const now = clock.businessNow();
  return inTransaction(database, async (tx) => {
    const [taken] = await rowsOf<Taken>(
      tx,
      // Materialized: a join that asks again for each row would take, and count an attempt of, all that is due.
      sql`WITH due AS MATERIALIZED (SELECT q.id, ${nextTry('q', now)} AS next_try FROM mails q WHERE q.tenant_id = ${tenantId}::uuid AND q.state = 'WAITING' AND q.due_at <= ${now}::timestamptz
            ORDER BY q.due_at LIMIT 1 FOR NO KEY UPDATE OF q SKIP LOCKED)
          UPDATE mails c SET attempts = c.attempts + 1, due_at = due.next_try FROM due WHERE c.tenant_id = ${tenantId}::uuid AND c.id = due.id
          RETURNING c.tenant_id AS "tenantId", c.id, c.recipient, c.title, c.text, c.attempts`,
    );
    return taken;
  });
}

/** Why it was not taken, and whether that is for good; null when it was. */
async function failureOf(
  { mailer, log }: Deps,
  { id, recipient, title, text }: Taken,
): Promise<{ words: Label; isFinal: boolean } | null> {
  try {
    await mailer.send({ id, recipient, title, text });
    return null;
  } catch (error) {
    if (error instanceof MailRefused) return { words: error.text, isFinal: true };
    log.warn({ err: error, mail: id }, 'an e-mail could not be sent');
    return {
      words: { zh: '邮件服务器暂时没有接收', en: 'The mail server has not taken it yet' },
      isFinal: false,
    };
  }
}

async function recordOutcome(
  { database, clock }: Deps,
  { tenantId, id, attempts }: Taken,
  failure: Awaited<ReturnType<typeof failureOf>>,
): Promise<void> {
  const isOver = failure !== null && (failure.isFinal || attempts >= mostAttempts);
  await database.prisma.mail.updateMany({
    where: { tenantId, id, state: 'WAITING', attempts },
    data:
      failure === null
        ? { state: 'SENT', sentAt: clock.businessNow(), failure: Prisma.DbNull }
        : { failure: { ...failure.words }, ...(isOver && { state: 'FAILED' }) },
  });
}
