import type { tenant as contract } from '@xyxlx/contracts/tenant';
import type { Tenant } from '@xyxlx/database/client/client';
import { openBooks } from '@xyxlx/database/open-books';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { openFund } from '../../platform/fund/fund.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { builtInRolesOf } from '../role/keep-built-in-roles.ts';
import { namingAdministrator } from './administrator.ts';
import { refuseMissingPackage, setDomains } from './change-tenant.ts';
import { findTenant, presentTenant } from './find-tenant.ts';

type Input = z.output<typeof contract.addTenant.input>;

/** Makes a tenant that can be used at once: built-in roles, a company of its name, and an administrator. */
export async function addTenant(
  call: Call<Input, Session>,
): Promise<z.input<typeof contract.addTenant.output>> {
  const { input, session, now } = call;
  return namingAdministrator(call, async (tx, nameAdministrator) => {
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
    await openFund(tx, { tenantId: tenant.id, companyId });
    await openBooks(tx, { tenantId: tenant.id, from: now, to: now });
    await tx.role.createMany({ data: builtInRolesOf(tenant.id) });
    const password = await nameAdministrator({ tenantId: tenant.id, companyId });
    const { id, name } = tenant;
    await logChange(tx, call, {
      tenantId: id,
      id,
      label: name,
      after: {
        code: tenant.code,
        name,
        expiresAt: input.expiresAt,
        domains: input.domains,
        administrator: input.administrator.name,
      },
    });
    const row = await findTenant(tx, session, id);
    return { ...presentTenant(row, now), initialPassword: password };
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
