import type { tenant as contract } from '@xyxlx/contracts/tenant';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { platformOnly } from '../../platform/security/platform-only.ts';
import { makeUser } from '../user-account/add-user.ts';
import { invite, refuseTooManyInvitations } from '../user-account/invite.ts';
import { initialPassword } from '../user-account/password-rules.ts';
import { findTenant } from './find-tenant.ts';

type Input = z.output<typeof contract.addAdministrator.input>;

/** Names the administrator of a tenant that nobody has joined and nobody is asked to join any more: otherwise nobody ever could. */
export async function addAdministrator(
  call: Call<Input, Session>,
): Promise<z.input<typeof contract.addAdministrator.output>> {
  const { input, session } = call;
  return namingAdministrator(call, async (tx, nameAdministrator) => {
    const { id: tenantId, name } = await findTenant(tx, session, input.id);
    // Of two who name somebody at once the second finds the first one's.
    await tx.$queryRaw`SELECT FROM tenants WHERE id = ${tenantId}::uuid FOR NO KEY UPDATE`;
    await refuseWithPeople(tx, tenantId);
    const company = await tx.company.findFirstOrThrow({
      where: { tenantId, parentId: null },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    const password = await nameAdministrator({ tenantId, companyId: company.id });
    await logChange(tx, call, {
      tenantId,
      id: tenantId,
      label: name,
      after: { administrator: input.administrator.name },
    });
    return { initialPassword: password };
  });
}

async function refuseWithPeople(tx: Transaction, tenantId: string): Promise<void> {
  // One statement: somebody who accepts at the same time is in one of the two counts.
  const { members, asked } = await rowOf<{ members: boolean; asked: boolean }>(
    tx,
    sql`SELECT EXISTS (SELECT FROM memberships WHERE tenant_id = ${tenantId}::uuid) AS members,
      EXISTS (SELECT FROM invitations WHERE tenant_id = ${tenantId}::uuid) AS asked`,
  );
  if (members) {
    throw new Refusal({
      zh: '该租户已有成员，请由其管理员新增用户',
      en: 'The tenant has members: its own administrator adds users',
    });
  }
  if (asked) {
    throw new Refusal({
      zh: '首位管理员的邀请待本人确认；可重发，或取消后另行指定',
      en: 'The first administrator is asked already: send the invitation again, or cancel it to name another',
    });
  }
}

interface Place {
  tenantId: string;
  companyId: string;
}

/**
 * Runs a change of the platform's that names the administrator of a tenant: `work` is handed what does so and returns their initial
 * password, or null of somebody who has an account already and is asked to join.
 */
export async function namingAdministrator<T>(
  call: Call<Pick<Input, 'administrator'>, Session>,
  work: (tx: Transaction, nameAdministrator: (place: Place) => Promise<string | null>) => Promise<T>,
): Promise<T> {
  const { input, session, deps } = call;
  platformOnly(session);
  await refuseTooManyInvitations(deps, input.administrator.mobile);
  const password = initialPassword();
  const passwordHash = await deps.passwords.hash(password);
  return change(call, (tx) =>
    work(tx, async (place) => ((await makeAdministrator(tx, call, place, passwordHash)) ? password : null)),
  );
}

/** Says whether there is a new account; somebody who has one already is asked to join. */
async function makeAdministrator(
  tx: Transaction,
  call: Call<Pick<Input, 'administrator'>, Session>,
  place: Place,
  passwordHash: string,
): Promise<boolean> {
  const { tenantId } = place;
  const { administrator } = call.input;
  const role = await tx.role.findUniqueOrThrow({
    where: { tenantId_code: { tenantId, code: 'tenant-admin' } },
  });
  const user = await makeUser(tx, call, administrator, passwordHash);
  if (!user) {
    await invite(tx, call, { ...administrator, ...place, roleIds: [role.id] });
    return false;
  }
  const membership = await tx.membership.create({ data: { ...place, userId: user.id } });
  await tx.membershipRole.create({ data: { tenantId, membershipId: membership.id, roleId: role.id } });
  return true;
}
