import { connect } from '@xyxlx/database/connect';
import type { TestApi } from '../../../../../tests/support/test-api.ts';
import type { ApprovalSubject } from '../../platform/approval/subject.ts';
import { submitForApproval } from '../../platform/approval/submit.ts';
import { inTransaction } from '../../platform/transaction.ts';
import type { Session } from '../../sessions/session.ts';

/** What the subject does before its effect; tests make it wait or fail. */
export const before = { approve: async (): Promise<void> => undefined };

/** A kind of thing whose effects can be counted: a row in `test_effects` each time one happens. */
export const testSubject: ApprovalSubject = {
  type: 'testThing',
  label: { zh: '测试事项', en: 'Test thing' },
  permission: 'fund.approve',
  link: (id) => `/layout/test/${id}`,
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

/** A user of the seeded tenant A with one role; the token, and the session as handlers get it. */
export async function operator(
  api: TestApi,
  name: string,
  role: {
    permissions: string[];
    amountCeiling?: number;
    dataScope?: 'TENANT' | 'SELF' | 'ALL' | 'COMPANY_TREE';
    companyId?: string;
  },
  tenantCode = 'huadong',
): Promise<{ token: string; session: Session }> {
  const { prisma } = api.deps.database;
  const tenant = await prisma.tenant.findUniqueOrThrow({ where: { code: tenantCode } });
  const code = crypto.randomUUID();
  const user = await prisma.user.create({
    data: { mobile: `${code}@test.example`, name, passwordHash: '-' },
  });
  const membership = await prisma.membership.create({
    data: { tenantId: tenant.id, userId: user.id, companyId: role.companyId ?? null },
  });
  const { permissions, amountCeiling = null, dataScope = 'TENANT' } = role;
  const { id: roleId } = await prisma.role.create({
    data: { tenantId: tenant.id, code, name, dataScope, permissions, amountCeiling },
  });
  await prisma.membershipRole.create({ data: { tenantId: tenant.id, membershipId: membership.id, roleId } });
  const { token } = await api.deps.sessions.open(
    prisma,
    { userId: user.id, tenantId: tenant.id },
    { device: 'test', ip: '127.0.0.1' },
  );
  return { token, session: await api.deps.sessions.authenticate(token) };
}

/** Hands a thing in; its ids. */
export async function handIn(
  api: TestApi,
  session: Session,
  thing: { amount?: number; subjectId?: string } = {},
): Promise<{ id: string; subjectId: string }> {
  const subjectId = thing.subjectId ?? crypto.randomUUID();
  const request = {
    id: crypto.randomUUID(),
    ip: '127.0.0.1',
    device: 'test',
    language: 'zh' as const,
    token: undefined,
  };
  const { id } = await inTransaction(api.deps.database, (tx) =>
    submitForApproval(tx, { session, request }, testSubject, {
      subjectId,
      subjectLabel: `T-${subjectId.slice(0, 8)}`,
      reason: '测试',
      ...(thing.amount !== undefined && { amount: thing.amount }),
    }),
  );
  return { id, subjectId };
}
