import { type RiskExpression, riskExpression } from '@xyxlx/contracts/compliance-expression';
import {
  type compliancePreview as contract,
  mostPreviewHits,
  previewDays,
  type RiskPreview,
} from '@xyxlx/contracts/compliance-preview';
import type { PrismaClient } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { recordMissing } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { type Queryable, rowOf, rowsOf, sql } from '../../../platform/db/sql.ts';
import { heard } from '../engine/silence.ts';
import { calendarOf, type Span, windowAt } from '../engine/windows.ts';
import { refuseUnfitTerms } from '../rules/refuse-unfit-terms.ts';
import { payeesNamed } from '../subjects/payees-named.sql.ts';
import { foundBy, pointsOf } from './preview.sql.ts';

type Input = z.output<typeof contract.previewRule.input>;

interface FoundPoint {
  subjectId: string;
  subjectName: string;
  /** Null of a calendar window. */
  eventId: string | null;
  at: Date;
  amount: number;
}

/**
 * What an expression would have found in the thirty days up to now of those whom the caller sees, and among what, beside what the enabled
 * version of its rule finds there; nothing of it is kept.
 */
export async function previewRule({ input, session, deps, now }: Call<Input, Session>): Promise<RiskPreview> {
  const { expression, action, ruleId } = input;
  refuseUnfitTerms(expression, action);
  const span = { from: new Date(now.getTime() - previewDays * 86_400_000), to: now };
  const { pool, prisma } = deps.database;
  const enabled = ruleId ? await enabledVersion(prisma, session, ruleId) : null;
  const points = await rowsOf<{ at: string; amount: number; records: number }>(
    pool,
    pointsOf(expression, session, span),
  );
  const { payees } = await rowOf<Pick<RiskPreview, 'payees'>>(
    pool,
    sql`SELECT (${payeesNamed(sql`${session.tenantId}::uuid`, sql`SELECT ${JSON.stringify(expression)}::jsonb AS expression`)}) AS payees`,
  );
  const own = await foundIn(pool, expression, session, span);
  const other = enabled && (await foundIn(pool, riskExpression.parse(enabled.expression), session, span));
  // Of what was cut off it can't be told which side found it.
  const compared = other && !own.isCut && !other.isCut ? other : null;
  const ownKeys = new Set(own.hits.map(({ key }) => key));
  const otherKeys = new Set(compared?.hits.map(({ key }) => key));
  const hits = own.hits.map(({ key, hit }) => ({
    ...hit,
    side: otherKeys.has(key) ? ('BOTH' as const) : ('NEW' as const),
  }));
  const both = hits.filter(({ side }) => side === 'BOTH').length;
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    points: points.map(({ at, amount }) => ({ at, amount })),
    records: points[0]?.records ?? 0,
    hits,
    subjects: new Set(hits.map(({ subject }) => subject.id)).size,
    beside: enabled &&
      compared && {
        no: enabled.no,
        both,
        onlyNew: hits.length - both,
        onlyOld: compared.hits
          .filter(({ key }) => !ownKeys.has(key))
          .map(({ hit }) => ({ ...hit, side: 'OLD' as const })),
      },
    isCut: own.isCut,
    payees,
  };
}

/** The enabled version of a rule; null where it has none. Throws 406 where there is no such rule. */
async function enabledVersion({ riskRule }: PrismaClient, { tenantId }: Session, id: string) {
  const rule = await riskRule.findUnique({
    where: { tenantId_id: { tenantId, id } },
    include: { versions: { where: { state: 'ENABLED' } } },
  });
  if (!rule) throw recordMissing();
  return rule.versions[0] ?? null;
}

/** What an expression finds that counts, each with what tells it from all else, as a look at the past does. */
async function foundIn(pool: Queryable, expression: RiskExpression, session: Session, span: Span) {
  const found = await rowsOf<FoundPoint>(pool, foundBy(expression, session, span));
  const read = found.slice(0, mostPreviewHits).map(({ at, ...one }) => ({ ...one, at: at.getTime() }));
  const calendar = calendarOf(expression);
  const hits = heard(expression, read, new Map()).map(({ at, amount, subjectId, subjectName, eventId }) => {
    const event = calendar ? windowAt(calendar, new Date(at)).from.toISOString() : eventId;
    return {
      key: `${expression.subject}/${subjectId}/${event}`,
      hit: {
        at: new Date(at).toISOString(),
        amount,
        subject: { type: expression.subject, id: subjectId, name: subjectName },
      },
    };
  });
  return { hits, isCut: found.length > mostPreviewHits };
}
