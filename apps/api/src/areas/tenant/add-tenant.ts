import type { tenant as contract } from '@xyxlx/contracts/tenant';
import type { Tenant } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { inMoneyTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { logOperation } from '../../platform/operation-log/operation-log.ts';
import { builtInRolesOf } from '../role/keep-built-in-roles.ts';
import { refuseTooManyInvitations } from '../user-account/invite.ts';
import { initialPassword } from '../user-account/password-rules.ts';
import { makeAdministrator } from './administrator.ts';
import { refuseMissingPackage, setDomains } from './change-tenant.ts';
import { findTenant, platformOnly, presentTenant } from './find-tenant.ts';

type Input = z.output<typeof contract.addTenant.input>;

/** Makes a tenant that can be used at once: built-in roles, a company of its name, and an administrator. */
export async function addTenant(
  call: Call<Input, Session>,
): Promise<z.input<typeof contract.addTenant.output>> {
  const { input, session, request, deps } = call;
  platformOnly(session);
  await refuseTooManyInvitations(deps, input.administrator.mobile);
  const password = initialPassword();
  const passwordHash = await deps.passwords.hash(password);
  return inMoneyTransaction(deps.database, session, async (tx) => {
    const tenant = await makeTenant(tx, session, input);
    await setDomains(tx, tenant.id, input.domains);
    const { id: companyId } = await tx.company.create({
      data: {
        tenantId: tenant.id,
        name: tenant.name,
        createdBy: session.userName,
        updatedBy: session.userName,
      },
    });
    await tx.role.createMany({ data: builtInRolesOf(tenant.id) });
    const place = { tenantId: tenant.id, companyId };
    const isNew = await makeAdministrator(tx, call, place, passwordHash);
    const { id, name } = tenant;
    await logOperation(
      tx,
      { session, request },
      {
        tenantId: id,
        module: 'tenant',
        action: 'addTenant',
        target: { type: 'tenant', id, label: name },
        after: {
          code: tenant.code,
          name,
          expiresAt: input.expiresAt,
          domains: input.domains,
          administrator: input.administrator.name,
        },
      },
    );
    const row = await findTenant(tx, session, id);
    return { ...presentTenant(row, deps.clock.businessNow()), initialPassword: isNew ? password : null };
  });
}

async function makeTenant(tx: Transaction, session: Session, input: Input): Promise<Tenant> {
  await refuseMissingPackage(tx, input.packageId);
  const [tenant] = await tx.tenant.createManyAndReturn({
    data: {
      code: input.code,
      name: input.name,
      packageId: input.packageId,
      expiresAt: input.expiresAt === null ? null : new Date(input.expiresAt),
      createdBy: session.userName,
      updatedBy: session.userName,
    },
    skipDuplicates: true,
  });
  if (!tenant) throw new Refusal({ zh: '租户编码已存在', en: 'There is a tenant with this code' });
  return tenant;
}
