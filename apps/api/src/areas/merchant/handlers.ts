import type { merchant as contract } from '@xyxlx/contracts/merchant';
import { recordMissing } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { changeEach, changeOne } from '../../platform/records/change-state.ts';
import { companiesOfVisible, tenantName, visibleInTenant } from '../../platform/records/scope.ts';
import { queryTimeline } from '../../platform/timeline/query-timeline.ts';
import type { Handlers } from '../../wire/implement.ts';
import { lockMerchant } from './lock-merchant.ts';
import { merchantDetail, merchantOptions, merchants } from './merchant.sql.ts';
import { merchantExport } from './merchant-export.ts';
import { merchantStateMachine } from './merchant-states.ts';
import { decideRegistration } from './registration.ts';
import { addMerchant, editMerchant } from './write-merchant.ts';

export const merchant: Handlers<typeof contract> = {
  queryMerchant: (call) => queryList(call, merchants),

  getMerchant: async ({ input, session, deps }) => {
    const found = await merchantDetail(deps.database.pool, session, input.id);
    if (!found) throw recordMissing();
    return found;
  },

  queryTimeline: (call) => queryTimeline(call, merchants, call.deps.registry.timelines.merchant),

  addMerchant: (call) => change(call, (tx) => addMerchant(tx, call, call.input)),

  editMerchant: (call) => change(call, (tx) => editMerchant(tx, call, call.input)),

  approveMerchant: (call) => decideRegistration(call, 'APPROVE'),
  rejectMerchant: (call) => decideRegistration(call, 'REJECT'),

  enableMerchant: (call) => changeEach(call, merchantStateMachine, 'enableMerchant'),
  disableMerchant: (call) => changeEach(call, merchantStateMachine, 'disableMerchant'),

  closeMerchant: (call) =>
    change(call, async (tx) => {
      const { input, session } = call;
      await changeOne(tx, call, merchantStateMachine, 'closeMerchant', input);
      const closed = await merchantDetail(tx, session, input.id);
      if (!closed) throw recordMissing();
      return closed;
    }),

  revealMerchant: (call) =>
    change(call, async (tx) => {
      const { id, reason } = call.input;
      const { session } = call;
      const row = await lockMerchant(tx, session, id);
      await logChange(tx, call, { tenantId: row.tenantId, id, label: row.name, reason });
      return { contactMobile: row.contactMobile, settlementAccount: row.settlementAccount };
    }),

  exportMerchant: (call) => exportFile(call, merchantExport),

  queryMerchantOption: async ({ input, session, deps }) =>
    merchantOptions(deps.database.pool, session, input.keyword),

  queryBrandOption: async ({ session, deps }) =>
    rowsOf(
      deps.database.pool,
      sql`SELECT b.id, b.name, b.state, ${tenantName(session, 'b')} AS tenant FROM brands b WHERE ${visibleInTenant(session, 'b')} ORDER BY b.name, b.id`,
    ),

  queryPlatformOption: async ({ session, deps }) =>
    rowsOf(
      deps.database.pool,
      sql`SELECT p.id, p.name, p.state, ${tenantName(session, 'p')} AS tenant FROM platforms p WHERE ${visibleInTenant(session, 'p')} ORDER BY p.name, p.id`,
    ),

  queryCompanyOption: async ({ session, deps }) =>
    rowsOf(
      deps.database.pool,
      sql`SELECT c.id, c.name, ${tenantName(session, 'c')} AS tenant FROM companies c WHERE ${companiesOfVisible(session, 'c')} ORDER BY c.name, c.id`,
    ),
};
