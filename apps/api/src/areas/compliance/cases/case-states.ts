import { type RiskCaseState, riskCaseStateWords } from '@xyxlx/contracts/compliance-case-kinds';
import { riskCaseTransitions } from '@xyxlx/contracts/compliance-case-states';
import { allows } from '@xyxlx/contracts/transitions';
import type { RiskCase } from '@xyxlx/database/client/client';
import { Refusal, recordMissing, staleVersion } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { visibleCases } from './case-scope.ts';

type CaseAction = keyof typeof riskCaseTransitions.actions;

const done = {
  claimCase: { zh: '领取', en: 'claimed' },
  releaseCase: { zh: '释放', en: 'given back' },
  assignCase: { zh: '转派', en: 'assigned' },
  escalateCase: { zh: '升级', en: 'escalated' },
  suspendCase: { zh: '挂起', en: 'suspended' },
  closeCase: { zh: '结案', en: 'closed' },
  reopenCase: { zh: '重开', en: 'opened again' },
} satisfies Record<CaseAction, { zh: string; en: string }>;

/** Locks a case that the caller may see; throws 406 when there is none. */
export async function lockCase(tx: Transaction, session: Session, id: string): Promise<RiskCase> {
  const { tenantId } = session;
  const [found] = await rowsOf(
    tx,
    sql`SELECT FROM risk_cases c WHERE c.id = ${id}::uuid AND ${visibleCases(session, 'c')} FOR NO KEY UPDATE`,
  );
  if (!found) throw recordMissing();
  return tx.riskCase.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

/** Locks a case for the service itself, or for what was decided about it. */
export async function lockAnyCase(tx: Transaction, tenantId: string, id: string): Promise<RiskCase> {
  await tx.$executeRaw`SELECT FROM risk_cases WHERE tenant_id = ${tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
  return tx.riskCase.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
}

/** As `lockCase`, for an action: throws 406 where its state does not allow it, or it is another version than the caller saw. */
export async function lockFor(
  tx: Transaction,
  session: Session,
  action: CaseAction,
  { id, version }: { id: string; version: number },
): Promise<RiskCase> {
  const row = await lockCase(tx, session, id);
  if (!allows(riskCaseTransitions, action, row.state as RiskCaseState))
    throw await wrongState(tx, row, action);
  if (row.version !== version) throw staleVersion();
  return row;
}

/** As `lockFor`, for what only whoever works the case does. */
export async function lockOwn(
  tx: Transaction,
  session: Session,
  action: CaseAction,
  input: { id: string; version: number },
): Promise<RiskCase> {
  const row = await lockFor(tx, session, action, input);
  if (row.assigneeId !== session.userId) throw await claimedBy(tx, row);
  return row;
}

async function wrongState(tx: Transaction, row: RiskCase, action: CaseAction): Promise<Refusal> {
  if (row.state === 'WORKING') return claimedBy(tx, row);
  const [is, wanted] = [riskCaseStateWords[row.state as RiskCaseState], done[action]];
  return new Refusal({
    zh: `当前状态为${is.zh}，不能${wanted.zh}`,
    en: `The case is "${is.en}" and can't be ${wanted.en}`,
  });
}

/** Somebody else works it. */
export async function claimedBy(
  tx: Transaction,
  { assigneeId }: Pick<RiskCase, 'assigneeId'>,
): Promise<Refusal> {
  const user =
    assigneeId && (await tx.user.findUnique({ where: { id: assigneeId }, select: { name: true } }));
  const name = user ? user.name : '';
  return new Refusal({ zh: `已被${name}领取`, en: `${name} has claimed it` });
}
