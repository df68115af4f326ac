import type { platformAccount as contract } from '@xyxlx/contracts/platform-account';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { change } from '../../platform/db/transaction.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { seenCompanies } from '../../platform/records/own-companies.ts';
import { tenantName, visibleInTenant } from '../../platform/records/scope.ts';
import type { Handlers } from '../../wire/implement.ts';
import { accounts, foundAccount } from './account.sql.ts';
import { addAccount, editAccount } from './write-account.ts';

export const platformAccount: Handlers<typeof contract> = {
  queryAccount: (call) => queryList(call, accounts),

  getAccount: ({ input, session, deps }) => foundAccount(deps.database.pool, session, input.id),

  addAccount: (call) => change(call, (tx) => addAccount(tx, call, call.input)),

  editAccount: (call) => change(call, (tx) => editAccount(tx, call, call.input)),

  queryAccountPlatform: async ({ session, deps }) =>
    rowsOf(
      deps.database.pool,
      sql`SELECT p.id, p.name, ${tenantName(session, 'p')} AS tenant FROM platforms p WHERE ${visibleInTenant(session, 'p')} ORDER BY p.name, p.id`,
    ),

  queryAccountCompany: async ({ session, deps }) =>
    rowsOf(
      deps.database.pool,
      sql`SELECT c.id, c.name, ${tenantName(session, 'c')} AS tenant FROM companies c WHERE ${seenCompanies(session, 'c')} ORDER BY c.name, c.id`,
    ),
};
