import type { rule as contract } from '@xyxlx/contracts/rule';
import { staleVersion } from '../../core/errors.ts';
import { change } from '../../platform/db/transaction.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { changeOne, logStates } from '../../platform/records/change-state.ts';
import type { Handlers } from '../../wire/implement.ts';
import { assign } from './assign.ts';
import { findInstitution, lockInstitution } from './find-institution.ts';
import { institutionDetail, institutions } from './institution.sql.ts';
import { institutionStateMachine } from './institution-states.ts';
import { explainOverlap } from './overlap.ts';
import { previewScope } from './preview-scope.ts';
import { submit, takeBack } from './publication.ts';
import { countPublication } from './published-rules.ts';
import { editSetting, settingOf } from './setting.ts';
import { tryPayment } from './try-payment.ts';
import { versions } from './version-list.ts';
import { addInstitution, editInstitution } from './write-institution.ts';

export const rule: Handlers<typeof contract> = {
  queryInstitution: (call) => queryList(call, institutions),

  getInstitution: (call) => institutionDetail(call.deps.database.pool, call, call.input.id),

  addInstitution: (call) => change(call, (tx) => addInstitution(tx, call, call.input)),

  editInstitution: (call) => change(call, (tx) => editInstitution(tx, call, call.input)),

  submitInstitution: (call) =>
    change(call, async (tx) => {
      const { id, version, reason } = call.input;
      const found = await lockInstitution(tx, call.session, id);
      if (found.version !== version) throw staleVersion();
      await submit(tx, call, found, reason);
      await logStates(tx, call, institutionStateMachine, 'submitInstitution', [found], { reason });
      return institutionDetail(tx, call, id);
    }),

  disableInstitution: (call) =>
    change(call, async (tx) => {
      const { input, session } = call;
      const found = await lockInstitution(tx, session, input.id);
      await takeBack(tx, call, found);
      await changeOne(tx, call, institutionStateMachine, 'disableInstitution', input);
      await countPublication(tx, found.tenantId);
      return institutionDetail(tx, call, input.id);
    }),

  archiveInstitution: (call) =>
    change(call, async (tx) => {
      const { input } = call;
      await changeOne(tx, call, institutionStateMachine, 'archiveInstitution', input);
      return institutionDetail(tx, call, input.id);
    }),

  assignInstitution: (call) => change(call, (tx) => assign(tx, call, call.input)),

  queryVersion: async (call) => {
    await findInstitution(call.deps.database.pool, call.session, call.input.id);
    return queryList(call, versions);
  },

  previewScope,

  explainOverlap,

  tryPayment,

  getSetting: async ({ session, deps }) => settingOf(deps.database.pool, session.tenantId),

  editSetting: (call) => change(call, (tx) => editSetting(tx, call, call.input)),
};
