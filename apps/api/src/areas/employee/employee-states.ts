import { employeeTransitions } from '@xyxlx/contracts/employee';
import type { Employee, Prisma } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Given, RecordOf } from '../../platform/records/stateful-record.ts';
import { noTransition } from '../../platform/records/wrong-state.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import { freezeCardsOfLeavers } from '../card/freeze-cards-of-leavers.ts';
import { lockEmployees } from './lock-employee.ts';
import { recoverUnspent } from './recover-unspent.ts';

/** The states of an employee; who leaves loses what is unspent to the company's fund and the use of their cards, and keeps the history. */
export const employeeStateMachine: RecordOf<
  typeof employeeTransitions,
  Employee,
  Prisma.EmployeeUncheckedUpdateManyInput
> = {
  table: employeeTransitions,
  type: 'employee',
  label: ({ name }) => name,
  lock: lockEmployees,
  update: (tx, where, data) => tx.employee.updateMany({ where, data }),
  refusal: noTransition(employeeTransitions),
  guardEach: {
    unfreezeEmployee: async () => (row) => {
      if (row.frozenBy !== 'COMPLIANCE') return;
      throw new Refusal({ zh: '员工已由合规冻结', en: 'Compliance froze the employee' });
    },
  },
  effects: {
    activateEmployee: () => ({ stateReason: null }),
    freezeEmployee: (_tx, _by, _rows, given) => kept(given),
    unfreezeEmployee: () => ({ stateReason: null }),
    leaveEmployee: async (tx, by, rows, given) => {
      const ids = rows.map(({ id }) => id);
      await recoverUnspent(tx, by, ids, given.reason ?? '');
      await freezeCardsOfLeavers(tx, by, rows, given.reason ?? '');
      return { ...kept(given), leftOn: new Date(shanghaiDay(by.now)), userId: null };
    },
  },
};

function kept({ reason }: Given) {
  return { stateReason: reason ?? null };
}
