import type { CardDetail, cards as contract } from '@xyxlx/contracts/card';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { cardOf } from './card.sql.ts';
import { mustLet } from './change-cards.ts';
import { lockCard } from './lock-cards.ts';
import { stepCards, toState } from './step-cards.ts';

/** Gives a named card in stock to an active employee of the unit that bought it. */
export function assignCard(
  call: Call<z.output<typeof contract.assignCard.input>, Session>,
): Promise<CardDetail> {
  const { input, session } = call;
  const { id, version, employeeId, reason } = input;
  return change(call, async (tx) => {
    const card = await lockCard(tx, session, id);
    if (card.version !== version) throw staleVersion();
    mustLet('assignCard', 'ASSIGN', card);
    const { tenantId, merchantId, cardNo, naming } = card;
    if (naming === 'ANONYMOUS') {
      throw new Refusal({ zh: '不记名卡不能指定持有人', en: 'An anonymous card has no holder' });
    }
    const employee = await tx.employee.findFirst({ where: { tenantId, merchantId, id: employeeId } });
    if (!employee) throw recordMissing();
    if (employee.state !== 'ACTIVE')
      throw new Refusal({ zh: '员工未激活', en: 'The employee is not active' });
    await stepCards(tx, call, [card], {
      action: 'ASSIGN',
      to: toState('PENDING'),
      columns: sql`employee_id = ${employeeId}::uuid`,
      side: 'OPERATOR',
      reason,
    });
    await logChange(tx, call, {
      ...{ tenantId, id, label: cardNo, reason },
      before: { state: 'STOCK' },
      after: { state: 'PENDING', employeeId },
    });
    return cardOf(tx, session, id);
  });
}
