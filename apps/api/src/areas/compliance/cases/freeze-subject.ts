import { cardTransitions } from '@xyxlx/contracts/card';
import { cardStateWords } from '@xyxlx/contracts/card-kinds';
import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { employeeStateWords } from '@xyxlx/contracts/employee';
import type { Label } from '@xyxlx/contracts/endpoint';
import { systemActor } from '@xyxlx/contracts/system-actor';
import { allows } from '@xyxlx/contracts/transitions';
import type { RiskCase } from '@xyxlx/database/client/client';
import type { Call } from '../../../core/call.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Session } from '../../../core/session.ts';
import { sql } from '../../../platform/db/sql.ts';
import { change, type Transaction } from '../../../platform/db/transaction.ts';
import { logChange } from '../../../platform/operation-log/operation-log.ts';
import { stepCards, toState } from '../../card/step-cards.ts';
import { caseOf } from './case-detail.sql.ts';
import { lockCase } from './case-states.ts';
import { lockSubjectCard, lockSubjectEmployee } from './lock-subject.ts';
import { byItself, type CaseStep, stepCases } from './step-cases.ts';

/** Freezes the card or employee that a case is about, at once; only compliance lifts it. */
export function freezeSubject(call: Call<{ id: string; reason: string }, Session>): Promise<RiskCaseDetail> {
  const { input, session, now } = call;
  const { reason } = input;
  return change(call, async (tx) => {
    const row = await lockCase(tx, session, input.id);
    const { tenantId, id, caseNo, subjectType } = row;
    const step: CaseStep = { action: 'FREEZE', note: reason };
    if (subjectType === 'CARD') await freezeCard(tx, row, now);
    else if (subjectType === 'EMPLOYEE') step.detail = await freezeEmployee(tx, row, now);
    else throw notFreezable();
    await stepCases(tx, call, tenantId, [id], step);
    await logChange(tx, call, { tenantId, id, label: caseNo, after: { subjectType, frozen: true }, reason });
    return caseOf(tx, session, id, now);
  });
}

/** Why and by whom stays in the case: who sees the card sees only that compliance froze it. */
async function freezeCard(tx: Transaction, row: RiskCase, now: Date): Promise<void> {
  const card = await lockSubjectCard(tx, row);
  if (card.frozenBy === 'COMPLIANCE') throw frozenAlready();
  const isFree = card.state === 'FROZEN' || allows(cardTransitions, 'freezeCard', card.state);
  if (!isFree) throw notInState(cardStateWords[card.state]);
  await stepCards(tx, byItself(now), [card], {
    ...{ action: 'FREEZE', to: toState('FROZEN'), side: 'COMPLIANCE', reason: '' },
    columns: sql`frozen_by = 'COMPLIANCE', state_reason = ''`,
  });
}

/** Says why staff had frozen them before, where they had: so they are again once compliance lets go. */
async function freezeEmployee(tx: Transaction, row: RiskCase, now: Date): Promise<CaseStep['detail']> {
  const { tenantId, id, state, stateReason, frozenBy } = await lockSubjectEmployee(tx, row);
  if (frozenBy === 'COMPLIANCE') throw frozenAlready();
  if (state !== 'ACTIVE' && state !== 'FROZEN') throw notInState(employeeStateWords[state]);
  await tx.employee.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      ...{ state: 'FROZEN', frozenBy: 'COMPLIANCE', stateReason: null, version: { increment: 1 } },
      ...{ updatedAt: now, updatedBy: systemActor.zh },
    },
  });
  return state === 'FROZEN' ? { frozenFor: stateReason ?? '' } : undefined;
}

function frozenAlready(): Refusal {
  return new Refusal({ zh: '已冻结', en: 'It is frozen already' });
}

function notInState({ zh, en }: Label): Refusal {
  return new Refusal({ zh: `当前状态为${zh}，不能冻结`, en: `It is "${en}" and can't be frozen` });
}

function notFreezable(): Refusal {
  return new Refusal({ zh: '只有员工和预付卡可以冻结', en: 'Only employees and cards are frozen' });
}
