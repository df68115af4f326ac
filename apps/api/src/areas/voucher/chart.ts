import { controlledRoles } from '@xyxlx/contracts/ledger-roles';
import {
  type AccountRow,
  type voucherAccount as contract,
  maxAccounts,
} from '@xyxlx/contracts/voucher-account';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { FieldRefusal, Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { type Queryable, rowsOf, type Sql, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { byId } from '../../platform/records/scope.ts';
import { booksOf, fullName, visibleBooks } from './books.ts';

const rowJson = sql`json_build_object('id', a.id, 'code', a.code, 'name', a.name, 'fullName', ${fullName('a')}, 'parentId', a.parent_id,
  'level', (length(a.code) - 1) / 3, 'side', a.side, 'role', a.role, 'isControlled', coalesce(a.role = ANY(${[...controlledRoles]}::text[]), false),
  'isLeaf', NOT EXISTS (SELECT FROM ledger_accounts b WHERE b.tenant_id = a.tenant_id AND b.parent_id = a.id),
  'isUsed', EXISTS (SELECT FROM voucher_lines l WHERE l.tenant_id = a.tenant_id AND l.account_id = a.id), 'enabled', a.enabled,
  'isChanging', EXISTS (SELECT FROM approvals w WHERE w.tenant_id = a.tenant_id AND w.subject_type = 'chartChange' AND w.subject_id = a.id
    AND w.state = 'PENDING'), 'version', a.version)`;

/** The chart of a tenant, by code. */
export async function queryAccount({
  input,
  session,
  deps,
}: Call<z.output<typeof contract.queryAccount.input>, Session>): Promise<AccountRow[]> {
  return accounts(deps.database.pool, sql`a.tenant_id = ${booksOf(session, input.tenantId)}::uuid`);
}

/** One account as the wire has it; throws 406 when the caller can't see it. */
export async function accountOf(client: Queryable, session: Session, id: string): Promise<AccountRow> {
  const [found] = await accounts(client, sql`${byId(session, 'a', id)} AND ${visibleBooks(session, 'a')}`);
  if (!found) throw recordMissing();
  return found;
}

/** The accounts `a` of a chart for which something is true, by code. */
export async function accounts(client: Queryable, where: Sql): Promise<AccountRow[]> {
  const rows = await rowsOf<{ row: AccountRow }>(
    client,
    sql`SELECT ${rowJson} AS row FROM ledger_accounts a WHERE ${where} ORDER BY a.code LIMIT ${maxAccounts}::int`,
  );
  return rows.map(({ row }) => row);
}

/** An account locked for its change, with what the rules ask; throws 406 when the caller can't see it. */
export async function lockAccount(
  tx: Transaction,
  session: Session,
  id: string,
): Promise<AccountRow & { tenantId: string }> {
  const [key] = await rowsOf<{ tenantId: string }>(
    tx,
    sql`SELECT a.tenant_id AS "tenantId" FROM ledger_accounts a
        WHERE ${byId(session, 'a', id)} AND ${visibleBooks(session, 'a')} FOR NO KEY UPDATE`,
  );
  if (!key) throw recordMissing();
  return { ...(await accountOf(tx, session, id)), ...key };
}

/** Adds a leaf below an account that nothing is booked on, on the same side. */
export async function addAccount(
  call: Call<z.output<typeof contract.addAccount.input>, Session>,
): Promise<AccountRow> {
  const { input, session, now } = call;
  const { parentId, code, name } = input;
  return change(call, async (tx) => {
    const parent = await lockAccount(tx, session, parentId);
    const { tenantId } = parent;
    if (code.slice(0, -3) !== parent.code) {
      throw new FieldRefusal('code', {
        zh: `编码须为 ${parent.code} 加两位数字`,
        en: `The code is ${parent.code} and two more digits`,
      });
    }
    if (parent.role !== null) {
      throw new Refusal({
        zh: '该科目已映射业务，不能增加下级科目',
        en: 'A business posts to the account, so it stays a leaf',
      });
    }
    if (parent.isUsed) throw accountUsed();
    await refuseKnownCode(tx, tenantId, code);
    if ((await tx.ledgerAccount.count({ where: { tenantId } })) >= maxAccounts) {
      throw new Refusal({
        zh: `科目最多 ${maxAccounts} 个`,
        en: `A chart has at most ${maxAccounts} accounts`,
      });
    }
    const stamps = {
      createdAt: now,
      createdBy: session.userName,
      updatedAt: now,
      updatedBy: session.userName,
    };
    const { id } = await tx.ledgerAccount.create({
      data: { tenantId, parentId: parent.id, code, name, side: parent.side, ...stamps },
    });
    await logChange(tx, call, {
      tenantId,
      id,
      label: `${code} ${name}`,
      after: { code, name, parentId: parent.id },
    });
    return accountOf(tx, session, id);
  });
}

export async function refuseKnownCode(tx: Transaction, tenantId: string, code: string): Promise<void> {
  if ((await tx.ledgerAccount.count({ where: { tenantId, code } })) === 0) return;
  throw new FieldRefusal('code', { zh: '科目编码已存在', en: 'There is an account of this code' });
}

export function accountUsed(): Refusal {
  return new Refusal({
    zh: '科目已有发生额，不能修改',
    en: 'Something is booked on the account, so it stays',
  });
}
