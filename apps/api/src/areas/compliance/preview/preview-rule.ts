import {
  type compliancePreview as contract,
  mostPreviewHits,
  previewDays,
  type RiskPreview,
} from '@xyxlx/contracts/compliance-preview';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import type { Session } from '../../../core/session.ts';
import { rowOf, rowsOf, sql } from '../../../platform/db/sql.ts';
import { heard } from '../engine/silence.ts';
import { refuseUnfitTerms } from '../rules/refuse-unfit-terms.ts';
import { payeesNamed } from '../subjects/payees-named.sql.ts';
import { foundBy, pointsOf } from './preview.sql.ts';

type Input = z.output<typeof contract.previewRule.input>;

interface FoundPoint {
  subjectId: string;
  subjectName: string;
  at: Date;
  amount: number;
}

/** What an expression would have found in the thirty days up to now of those whom the caller sees, and among what; nothing of it is kept. */
export async function previewRule({ input, session, deps, now }: Call<Input, Session>): Promise<RiskPreview> {
  const { expression, action } = input;
  refuseUnfitTerms(expression, action);
  const span = { from: new Date(now.getTime() - previewDays * 86_400_000), to: now };
  const { pool } = deps.database;
  const points = await rowsOf<{ at: string; amount: number; records: number }>(
    pool,
    pointsOf(expression, session, span),
  );
  const { payees } = await rowOf<Pick<RiskPreview, 'payees'>>(
    pool,
    sql`SELECT (${payeesNamed(sql`${session.tenantId}::uuid`, sql`SELECT ${JSON.stringify(expression)}::jsonb AS expression`)}) AS payees`,
  );
  const found = await rowsOf<FoundPoint>(pool, foundBy(expression, session, span));
  const read = found.slice(0, mostPreviewHits).map(({ at, ...one }) => ({ ...one, at: at.getTime() }));
  const hits = heard(expression, read, new Map());
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    points: points.map(({ at, amount }) => ({ at, amount })),
    records: points[0]?.records ?? 0,
    hits: hits.map(({ at, amount, subjectId, subjectName }) => ({
      at: new Date(at).toISOString(),
      amount,
      subject: { type: expression.subject, id: subjectId, name: subjectName },
    })),
    subjects: new Set(hits.map(({ subjectId }) => subjectId)).size,
    isCut: found.length > mostPreviewHits,
    payees,
  };
}
