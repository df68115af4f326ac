import {
  fund as contract,
  type FundAccountRow,
  type FundTransferRow,
  fundTransferStates,
  fundTransferStateWords,
} from '@xyxlx/contracts/fund';
import { recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, iso, named, type Queryable, raw, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { fromDay, hasId, oneOf, untilDay } from '../../platform/lists/conditions.ts';
import { findIn, numbered } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { valueRank } from '../../platform/lists/value-rank.ts';
import { byId, visibleCompanies, visibleInTenant } from '../../platform/records/scope.ts';
import { sourceJson } from '../../platform/records/source.sql.ts';

const companyJoin = raw('JOIN companies o ON o.tenant_id = c.tenant_id AND o.id = c.company_id');

const accountJson = sql`json_build_object('id', c.id, 'company', ${named('o')}, 'kind', c.kind, 'balance', c.balance,
  'frozenBalance', c.frozen, 'availableBalance', c.balance - c.frozen, 'thresholdAmount', c.threshold, 'version', c.version)`;

/** The accounts of the companies that one may see, a company's beside each other. */
export const accounts = listOf(contract.queryAccount, {
  from: 'fund_accounts',
  alias: 'c',
  ofTenants: true,
  scope: visibleCompanies,
  filters: {
    tenantId: hasId('c.tenant_id'),
    keyword: (text) =>
      sql`EXISTS (SELECT FROM companies k WHERE k.tenant_id = c.tenant_id AND k.id = c.company_id
        AND (k.name ILIKE ${anywhere(text)} OR k.credit_code = ${text.toUpperCase()}))`,
    accountId: hasId('c.id'),
    companyId: hasId('c.company_id'),
    kind: oneOf('c.kind'),
    low: (low) => low && sql`c.balance - c.frozen < c.threshold`,
  },
  sort: {
    company: { column: 'c.company_id', type: 'text' },
    balance: { column: 'c.balance', type: 'bigint' },
    availableBalance: { column: 'c.balance - c.frozen', type: 'bigint' },
  },
  usual: ['company', 'asc'],
  joins: companyJoin,
  row: accountJson,
});

/** One account as the wire has it; throws 406 when the caller can't see it. */
export async function accountOf(client: Queryable, session: Session, id: string): Promise<FundAccountRow> {
  const [found] = await rowsOf<{ row: FundAccountRow }>(
    client,
    sql`SELECT ${accountJson} AS row FROM fund_accounts c ${companyJoin}
        WHERE ${byId(session, 'c', id)} AND ${visibleCompanies(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return found.row;
}

/** The rows of accounts that one may see, of a table that names its accounts in one of the columns. */
function ofVisibleAccounts(...columns: readonly string[]) {
  return (session: Session, alias: string): Sql => {
    const tenant = visibleInTenant(session, alias);
    if (session.scope.all || session.scope.tenant) return tenant;
    const named = raw(columns.map((column) => `${alias}.${column}`).join());
    return sql`${tenant} AND EXISTS (SELECT FROM fund_accounts v WHERE v.tenant_id = ${session.tenantId}::uuid AND v.id IN (${named})
      AND ${visibleCompanies(session, 'v')})`;
  };
}

/** Accounts of a company, for a column that names one. */
const ofCompany =
  (...columns: readonly string[]) =>
  (id: string): Sql =>
    sql`EXISTS (SELECT FROM fund_accounts k WHERE k.tenant_id = c.tenant_id AND k.company_id = ${id}::uuid AND k.id IN (${raw(columns.join())}))`;

/** Accounts of some kinds, for `account_id`. */
function ofKinds(kinds: readonly string[]): Sql {
  return sql`EXISTS (SELECT FROM fund_accounts k WHERE k.tenant_id = c.tenant_id AND k.id = c.account_id AND k.kind = ANY(${[...kinds]}::text[]))`;
}

/** JSON of the account under `account` with its company under `company`; null where there is none. */
function optionOf(account: string, company: string): Sql {
  return sql`CASE WHEN ${raw(account)}.id IS NOT NULL THEN json_build_object('id', ${raw(account)}.id, 'company', ${named(company)},
    'kind', ${raw(account)}.kind) END`;
}

const accountJoins = raw(`JOIN fund_accounts f ON f.tenant_id = c.tenant_id AND f.id = c.account_id
  JOIN companies o ON o.tenant_id = f.tenant_id AND o.id = f.company_id`);

/** What moved them. */
export const flows = listOf(contract.queryFlow, {
  from: 'fund_flows',
  alias: 'c',
  ofTenants: true,
  scope: ofVisibleAccounts('account_id'),
  filters: {
    tenantId: hasId('c.tenant_id'),
    companyId: ofCompany('c.account_id'),
    accountId: hasId('c.account_id'),
    accountKind: ofKinds,
    kind: oneOf('c.kind'),
    createdFrom: fromDay('c.created_at'),
    createdTo: untilDay('c.created_at'),
  },
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins: accountJoins,
  row: ({
    session,
  }) => sql`json_build_object('id', c.id, 'seq', c.seq, 'account', ${optionOf('f', 'o')}, 'kind', c.kind, 'deltaAmount', c.delta,
    'balanceAfter', c.balance_after, 'sourceNo', c.remark, 'source', ${sourceJson(session, 'c')}, 'externalNo', c.external_no, 'pairId', c.pair_id,
    'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by)`,
});

/** What parts of balances are promised to. */
export const holds = listOf(contract.queryHold, {
  from: 'fund_holds',
  alias: 'c',
  ofTenants: true,
  scope: ofVisibleAccounts('account_id'),
  filters: {
    tenantId: hasId('c.tenant_id'),
    companyId: ofCompany('c.account_id'),
    accountId: hasId('c.account_id'),
    kind: ofKinds,
    state: oneOf('c.state'),
    createdFrom: fromDay('c.created_at'),
    createdTo: untilDay('c.created_at'),
  },
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  joins: accountJoins,
  row: ({
    session,
  }) => sql`json_build_object('id', c.id, 'account', ${optionOf('f', 'o')}, 'amount', c.amount, 'usedAmount', c.used,
    'sourceNo', c.source_no, 'source', ${sourceJson(session, 'c')}, 'state', c.state, 'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by)`,
});

const transferJoins = raw(`JOIN fund_accounts f ON f.tenant_id = c.tenant_id AND f.id = c.from_id
  JOIN companies fo ON fo.tenant_id = f.tenant_id AND fo.id = f.company_id
  LEFT JOIN fund_accounts t ON t.tenant_id = c.tenant_id AND t.id = c.to_id
  LEFT JOIN companies tc ON tc.tenant_id = t.tenant_id AND tc.id = t.company_id
  LEFT JOIN platform_accounts a ON a.tenant_id = c.tenant_id AND a.id = c.platform_account_id
  LEFT JOIN companies ac ON ac.tenant_id = a.tenant_id AND ac.id = a.company_id`);

const transferJson = sql`json_build_object('id', c.id, 'transferNo', c.transfer_no, 'from', ${optionOf('f', 'fo')},
  'to', ${optionOf('t', 'tc')}, 'platformAccount', CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'name', a.name, 'bank', a.bank,
    'accountNo', '**** ' || right(a.account_no, 4), 'company', ${named('ac')}) END, 'amount', c.amount, 'reason', c.reason, 'state', c.state, 'version', c.version,
  'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;

/** The transfers from and to accounts that one may see. */
export const transfers = listOf(contract.queryTransfer, {
  from: 'fund_transfers',
  alias: 'c',
  ofTenants: true,
  scope: ofVisibleAccounts('from_id', 'to_id'),
  filters: {
    tenantId: hasId('c.tenant_id'),
    companyId: ofCompany('c.from_id', 'c.to_id'),
    state: oneOf('c.state'),
    createdFrom: fromDay('c.created_at'),
    createdTo: untilDay('c.created_at'),
  },
  sort: {
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
    amount: { column: 'c.amount', type: 'bigint' },
    state: { column: valueRank('c.state', fundTransferStates), type: 'int' },
  },
  usual: ['createdAt', 'desc'],
  joins: transferJoins,
  row: transferJson,
});

/** Any of them by what is typed. */
export const foundTransfers = findIn(transfers, {
  kind: 'fundTransfer',
  by: [numbered('c.transfer_no')],
  number: 'c.transfer_no',
  title: `(SELECT o.name FROM fund_accounts f JOIN companies o ON o.tenant_id = f.tenant_id AND o.id = f.company_id
    WHERE f.tenant_id = c.tenant_id AND f.id = c.from_id)`,
  state: ['c.state', fundTransferStateWords],
  amount: 'c.amount',
});

/** One transfer as the wire has it; throws 406 when the caller can't see it. */
export async function transferOf(client: Queryable, session: Session, id: string): Promise<FundTransferRow> {
  const [found] = await rowsOf<{ row: FundTransferRow }>(
    client,
    sql`SELECT ${transferJson} AS row FROM fund_transfers c ${transferJoins}
        WHERE ${byId(session, 'c', id)} AND ${ofVisibleAccounts('from_id', 'to_id')(session, 'c')}`,
  );
  if (!found) throw recordMissing();
  return found.row;
}
