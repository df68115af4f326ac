import { type tenant as contract, type TenantRow, tenantTransitions } from '@xyxlx/contracts/tenant';
import type { Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { noTransition } from '../../platform/records/wrong-state.ts';
import { platformOnly } from '../../platform/security/platform-only.ts';
import { findTenant, presentTenant, type TenantRecord } from './find-tenant.ts';

type Edit = z.output<typeof contract.editTenant.input>;
type State = { id: string; version: number; reason: string };

/** Whether a tenant has expired is a matter of the clock: what it is seen as decides. */
const tenantStates = { table: tenantTransitions, refusal: noTransition(tenantTransitions) };

const loggedFields = ['name', 'package', 'expiresAt', 'domains', 'state'] as const;

/** Changes a tenant; its users feel it on their next call. One's own does not end by it: nobody could take that back. */
export async function editTenant(call: Call<Edit, Session>): Promise<TenantRow> {
  const { id, name, packageId, domains } = call.input;
  const expiresAt = call.input.expiresAt === null ? null : new Date(call.input.expiresAt);
  if (id === call.session.tenantId && expiresAt !== null && expiresAt <= call.now) {
    throw new Refusal({ zh: '不能停用自己所在的租户', en: 'Your own tenant cannot have expired' });
  }
  return changeTenant(call, async (tx) => {
    await refuseMissingPackage(tx, packageId);
    await setDomains(tx, id, domains);
    return { name, packageId, expiresAt };
  });
}

/** Ends every session of the tenant and refuses to sign in, until it is resumed; not one's own tenant. */
export async function suspendTenant(call: Call<State, Session>): Promise<TenantRow> {
  const { id } = call.input;
  if (id === call.session.tenantId) {
    throw new Refusal({ zh: '不能停用自己所在的租户', en: 'You cannot suspend your own tenant' });
  }
  return changeTenant(call, async (tx, tenant) => {
    mustAllow(tenantStates, 'suspendTenant', tenant);
    // Refused by its state already; revoked too, so that resuming does not bring old sessions back.
    await call.deps.sessions.revoke(tx, { tenantId: id }, 'disabled');
    return { state: 'SUSPENDED' };
  });
}

export async function resumeTenant(call: Call<State, Session>): Promise<TenantRow> {
  return changeTenant(call, async (_tx, tenant) => {
    mustAllow(tenantStates, 'resumeTenant', tenant);
    return { state: 'ACTIVE' };
  });
}

async function changeTenant(
  call: Call<{ id: string; version: number; reason?: string }, Session>,
  columns: (tx: Transaction, before: TenantRow) => Promise<Prisma.TenantUncheckedUpdateManyInput>,
): Promise<TenantRow> {
  const { id, version, reason } = call.input;
  const { session, deps, now } = call;
  platformOnly(session);
  return change(call, async (tx) => {
    const before = await findTenant(tx, session, id);
    const { count } = await tx.tenant.updateMany({
      where: { id, version },
      data: {
        ...(await columns(tx, presentTenant(before, now))),
        ...nextVersion(session, now),
      },
    });
    if (count === 0) throw staleVersion();
    const after = await findTenant(tx, session, id);
    if (!isOpen(before, now) && isOpen(after, now)) await deps.jobs.wake(tx, id);
    await logChange(tx, call, {
      tenantId: id,
      id,
      label: after.name,
      ...differenceOf(logged(before), logged(after), loggedFields),
      reason,
    });
    return presentTenant(after, now);
  });
}

function isOpen(row: TenantRecord, businessNow: Date): boolean {
  return presentTenant(row, businessNow).state === 'ACTIVE';
}

function logged(row: TenantRecord): Record<string, unknown> {
  return { ...row, package: row.package?.name ?? null, domains: row.domains.map(({ domain }) => domain) };
}

/** A package that isn't there is 406, as every other missing record. */
export async function refuseMissingPackage(tx: Transaction, packageId: string | null): Promise<void> {
  if (packageId !== null && !(await tx.tenantPackage.findUnique({ where: { id: packageId } }))) {
    throw recordMissing();
  }
}

/** Gives the tenant exactly these domains; one that another tenant has is refused. */
export async function setDomains(tx: Transaction, tenantId: string, domains: string[]): Promise<void> {
  await tx.tenantDomain.deleteMany({ where: { tenantId, domain: { notIn: domains } } });
  await tx.tenantDomain.createMany({
    data: domains.map((domain) => ({ domain, tenantId })),
    skipDuplicates: true,
  });
  const own = await tx.tenantDomain.count({ where: { tenantId } });
  if (own === new Set(domains).size) return;
  throw new Refusal({ zh: '域名已被其他租户使用', en: 'Another tenant has one of these domains' });
}
