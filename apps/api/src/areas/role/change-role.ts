import type { BulkResult } from '@xyxlx/contracts/bulk';
import type { role as contract, RoleRow } from '@xyxlx/contracts/role';
import type { Prisma, Role } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange, logChanges } from '../../platform/operation-log/operation-log.ts';
import { assessEach } from '../../platform/records/bulk.ts';
import { keysOf } from '../../platform/records/lock-visible.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { keepingAnAdministrator } from '../user-account/administrators.ts';
import { isWithin } from '../user-account/rank.ts';
import { findRole, presentRoles, roleInclude } from './find-role.ts';

type Power = z.output<typeof contract.addRole.input>;
type Edit = z.output<typeof contract.editRole.input>;

const loggedFields = ['name', 'dataScope', 'merchantIds', 'permissions', 'amountCeiling'] as const;

/** Makes a role that allows nothing its maker may not do. */
export async function addRole(call: Call<Power, Session>): Promise<RoleRow> {
  const { input, session } = call;
  return change(call, async (tx) => {
    const power = await grantablePower(tx, session, input);
    await refuseTakenName(tx, session, input.name);
    const row = await tx.role.create({
      data: {
        ...power,
        tenantId: session.tenantId,
        code: `custom-${crypto.randomUUID().slice(0, 8)}`,
        createdBy: session.userName,
        updatedBy: session.userName,
      },
      include: roleInclude(session),
    });
    await logChange(tx, call, {
      tenantId: row.tenantId,
      ...targetOf(row),
      after: differenceOf({}, row, loggedFields).after,
    });
    return present(tx, session, row);
  });
}

/** Changes a role; its members feel it on their next call. */
export async function editRole(call: Call<Edit, Session>): Promise<RoleRow> {
  const { input, session, deps } = call;
  const { id, version, ...given } = input;
  return change(call, async (tx) => {
    const before = await changeableRole(tx, session, id);
    const power = await grantablePower(tx, session, given);
    if (given.name !== before.name) await refuseTakenName(tx, session, given.name);
    const row = await keepingAnAdministrator(tx, session.tenantId, async () => {
      const { count } = await tx.role.updateMany({
        where: { tenantId: session.tenantId, id, version },
        data: {
          ...power,
          ...nextVersion(session, deps.clock.businessNow()),
        },
      });
      if (count === 0) throw staleVersion();
      return findRole(tx, session, id);
    });
    await logChange(tx, call, {
      tenantId: row.tenantId,
      ...targetOf(row),
      ...differenceOf(before, row, loggedFields),
    });
    return present(tx, session, row);
  });
}

/** Removes a role that nobody has. */
export async function deleteRole(call: Call<{ id: string; version: number }, Session>): Promise<null> {
  const { id, version } = call.input;
  const { session } = call;
  return change(call, async (tx) => {
    const row = (await lockRoles(tx, session, [id]))[0];
    if (!row) throw recordMissing();
    mustBeDeletable(session, row);
    if (row.version !== version) throw staleVersion();
    await remove(tx, call, [row]);
    return null;
  });
}

/** Removes roles, each by itself: built-in ones, and those that somebody has, stay. */
export function deleteRoles(call: Call<{ ids: string[] }, Session>): Promise<BulkResult> {
  const { ids } = call.input;
  const { session, request } = call;
  return change(call, async (tx) => {
    const rows = await lockRoles(tx, session, ids);
    const { kept, result } = assessEach({ ids, language: request.language }, rows, (row) =>
      mustBeDeletable(session, row),
    );
    await remove(tx, call, kept);
    return result;
  });
}

type Removable = Prisma.RoleGetPayload<{
  include: { _count: { select: { members: true; invitations: true } } };
}>;

/** Nobody is given one of them until the transaction is over; in the order of their ids, so that of two bulk actions one waits for the other. */
async function lockRoles(tx: Transaction, { tenantId }: Session, ids: string[]): Promise<Removable[]> {
  await tx.$queryRaw`SELECT id FROM roles WHERE tenant_id = ${tenantId}::uuid AND id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  const where = { tenantId };
  return tx.role.findMany({
    where: { ...where, id: { in: ids } },
    include: { _count: { select: { members: { where }, invitations: { where } } } },
  });
}

function mustBeDeletable(session: Session, row: Removable): void {
  mustBeChangeable(session, row);
  const { members, invitations } = row._count;
  if (members > 0) {
    throw new Refusal({
      zh: `该角色下还有 ${members} 名成员，请先移除`,
      en: `The role still has ${members} members, remove them first`,
    });
  }
  if (invitations > 0) {
    throw new Refusal({
      zh: `还有 ${invitations} 个待确认的邀请使用该角色，请先取消`,
      en: `${invitations} invitations still offer the role, cancel them first`,
    });
  }
}

async function remove(tx: Transaction, by: Caller, rows: readonly Role[]): Promise<void> {
  await tx.role.deleteMany({ where: keysOf(rows) });
  const changes = rows.map((row) => ({
    tenantId: row.tenantId,
    ...targetOf(row),
    before: differenceOf(row, {}, loggedFields).before,
  }));
  await logChanges(tx, by, changes);
}

async function changeableRole(tx: Transaction, session: Session, id: string) {
  const row = await findRole(tx, session, id);
  mustBeChangeable(session, row);
  return row;
}

function mustBeChangeable(session: Session, row: Role): void {
  if (row.builtIn) {
    throw new Refusal({ zh: '内置角色不能修改或删除', en: 'A built-in role cannot be edited or removed' });
  }
  if (!isWithin(session, row)) throw overOwnPower();
}

/** The columns of what was asked for, if the caller may give it away: nobody makes a role that allows more than their own. */
async function grantablePower(
  tx: Transaction,
  session: Session,
  { name, dataScope, permissions, ceilingAmount, merchantIds = [] }: Power,
): Promise<
  Pick<Prisma.RoleUncheckedCreateInput, 'name' | 'dataScope'> &
    Pick<Role, 'permissions' | 'merchantIds' | 'amountCeiling'>
> {
  const power = {
    name,
    dataScope,
    permissions: [...new Set(permissions)],
    merchantIds: dataScope === 'MERCHANTS' ? [...new Set(merchantIds)] : [],
    amountCeiling: ceilingAmount === null ? null : BigInt(ceilingAmount),
  };
  if (!isWithin(session, power)) throw overOwnPower();
  if (dataScope !== 'MERCHANTS') return power;
  const { tenantId } = session;
  const found = await tx.merchant.count({ where: { tenantId, id: { in: power.merchantIds } } });
  if (found < power.merchantIds.length) throw recordMissing();
  if (found === 0) throw new Refusal({ zh: '请选择商户', en: 'Choose merchants' });
  return power;
}

/** Throws 406 when the tenant has a role of this name; another transaction that wants the same name waits until this one is over. */
async function refuseTakenName(tx: Transaction, { tenantId }: Session, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`role-name/${tenantId}/${name}`}, 0))`;
  if (await tx.role.findFirst({ where: { tenantId, name } })) {
    throw new Refusal({ zh: '角色名称已存在', en: 'There is a role with this name' });
  }
}

function overOwnPower(): Refusal {
  return new Refusal({
    zh: '不能授予超出您自身权限、数据范围或金额上限的角色',
    en: 'A role can allow no more than you may do yourself',
  });
}

function targetOf({ id, name }: { id: string; name: string }) {
  return { id, label: name };
}

async function present(tx: Transaction, session: Session, row: Parameters<typeof presentRoles>[2][number]) {
  const [presented] = await presentRoles(tx, session, [row]);
  return presented as RoleRow;
}
