import { connect } from '@xyxlx/database/connect';
import type { Deps } from '../../apps/api/src/core/deps.ts';
import type { Session } from '../../apps/api/src/core/session.ts';
import { facts, text } from '../../apps/api/src/platform/approval/matter.ts';
import type { ApprovalSubject } from '../../apps/api/src/platform/approval/subject.ts';
import { submitForApproval } from '../../apps/api/src/platform/approval/submit.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { callerOf } from './caller.ts';
import type { TestApi } from './test-api.ts';

/** What the subject does before its effect; tests make it wait or fail. */
export const before = { approve: async (): Promise<void> => undefined };

/** What its matter says besides its label; tests change it. */
export const matter = { adds: '' };

/** A kind of thing whose effects can be counted: a row in `test_effects` each time one happens. */
const testSubject: ApprovalSubject = {
  type: 'testThing',
  label: { zh: '测试事项', en: 'Test thing' },
  permission: 'fund.approve',
  link: (id) => `/layout/test/${id}`,
  matter: async (_client, { subjectLabel }) => ({
    parts: [facts(['测试', 'Test', text(subjectLabel + matter.adds)])],
  }),
  // Its things have no state of their own: they wait as long as their approvals do.
  waiting: `SELECT subject_id AS id FROM approvals WHERE subject_type = 'testThing' AND state = 'PENDING'`,
  approve: async (tx, { approval }) => {
    await before.approve();
    await tx.$executeRaw`INSERT INTO test_effects (subject_id, effect) VALUES (${approval.subjectId}::uuid, 'approve')`;
  },
  reject: async (tx, { approval }) => {
    await tx.$executeRaw`INSERT INTO test_effects (subject_id, effect) VALUES (${approval.subjectId}::uuid, 'reject')`;
  },
  withdraw: async (tx, { approval }) => {
    await tx.$executeRaw`INSERT INTO test_effects (subject_id, effect) VALUES (${approval.subjectId}::uuid, 'withdraw')`;
  },
};

/** The service with this kind of approval alone. */
export const onlyTestSubject = ({ registry }: Deps): Partial<Deps> => ({
  registry: { ...registry, approvals: new Map([[testSubject.type, testSubject]]) },
});

/** Makes the table that the effects go to. */
export async function makeEffects(api: TestApi): Promise<void> {
  const admin = await connect(api.databaseUrl);
  await admin.query('CREATE TABLE test_effects (subject_id uuid NOT NULL, effect text NOT NULL)');
  await admin.end();
}

/** The effects on these subjects, each as often as it happened. */
export async function effectsOn(api: TestApi, subjectIds: string[]): Promise<string[]> {
  const { rows } = await api.deps.database.pool.query<{ effect: string }>(
    'SELECT effect FROM test_effects WHERE subject_id = ANY ($1::uuid[]) ORDER BY effect',
    [subjectIds],
  );
  return rows.map(({ effect }) => effect);
}

/** Hands a thing in; its ids. */
export async function handIn(
  api: TestApi,
  session: Session,
  thing: { amount?: number; subjectId?: string } = {},
): Promise<{ id: string; subjectId: string }> {
  const subjectId = thing.subjectId ?? crypto.randomUUID();
  const { id } = await inTransaction(api.deps.database, (tx) =>
    submitForApproval(tx, callerOf(api, session), testSubject, {
      subjectId,
      subjectLabel: `T-${subjectId.slice(0, 8)}`,
      reason: '测试',
      ...(thing.amount !== undefined && { amount: thing.amount }),
    }),
  );
  return { id, subjectId };
}
