import type { PermissionGroup } from '@xyxlx/contracts/permissions';
import { tenant as contract } from '@xyxlx/contracts/tenant';
import type { Prisma } from '@xyxlx/database/client/client';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Caller } from '../../core/caller.ts';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { listOf } from '../../platform/lists/list.ts';
import { inPageOrder } from '../../platform/lists/page-keys.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { platformOnly } from '../../platform/security/platform-only.ts';

type Row = z.input<typeof contract.addPackage.output>;

const include = { _count: { select: { tenants: true } } } satisfies Prisma.TenantPackageInclude;
type PackageRecord = Prisma.TenantPackageGetPayload<{ include: typeof include }>;

const loggedFields = ['name', 'permissionGroups', 'maxAccounts'] as const;

/** The packages that there are; a tenant's own administrator sees the one the tenant has. */
export const packages = listOf(contract.queryPackage, {
  from: 'tenant_packages',
  alias: 'p',
  primaryKey: ['id'],
  scope: ({ tenantId, scope }) =>
    scope.all ? sql`TRUE` : sql`p.id = (SELECT t.package_id FROM tenants t WHERE t.id = ${tenantId}::uuid)`,
  filters: { keyword: (text) => sql`p.name ILIKE ${anywhere(text)}` },
  sort: {
    code: { column: 'p.code', type: 'text' },
    name: { column: 'p.name', type: 'text' },
    createdAt: { column: 'p.created_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'asc'],
  row: sql`json_build_object('id', p.id)`,
  present: async (keys: { id: string }[], { session, deps }) => {
    const ids = keys.map(({ id }) => id);
    const rows = await deps.database.prisma.tenantPackage.findMany({ where: { id: { in: ids } }, include });
    // How many others have it is the platform's business.
    const shown = (row: PackageRecord) => (session.scope.all ? row : { ...row, _count: { tenants: 1 } });
    return inPageOrder(keys, rows).map((row) => present(shown(row)));
  },
});

export async function addPackage(
  call: Call<z.output<typeof contract.addPackage.input>, Session>,
): Promise<Row> {
  const { input, session } = call;
  return changePackage(call, async (tx) => {
    const [made] = await tx.tenantPackage.createManyAndReturn({
      data: { ...input, createdBy: session.userName, updatedBy: session.userName },
      skipDuplicates: true,
    });
    if (!made) throw new Refusal({ zh: '套餐编码已存在', en: 'There is a package with this code' });
    await log(tx, call, made, { after: differenceOf({}, made, loggedFields).after });
    return present(await find(tx, made.id));
  });
}

/** Changes a package; every user of its tenants feels it on the next call. */
export async function editPackage(
  call: Call<z.output<typeof contract.editPackage.input>, Session>,
): Promise<Row> {
  const { id, version, ...fields } = call.input;
  return changePackage(call, async (tx) => {
    const before = await find(tx, id);
    const { count } = await tx.tenantPackage.updateMany({
      where: { id, version },
      data: {
        ...fields,
        ...nextVersion(call.session, call.deps.clock.businessNow()),
      },
    });
    if (count === 0) throw staleVersion();
    const after = await find(tx, id);
    await log(tx, call, after, differenceOf(before, after, loggedFields));
    return present(after);
  });
}

export async function deletePackage(
  call: Call<z.output<typeof contract.deletePackage.input>, Session>,
): Promise<null> {
  const { id, version } = call.input;
  return changePackage(call, async (tx) => {
    const row = await find(tx, id);
    if (row._count.tenants > 0) {
      throw new Refusal({
        zh: '套餐正在使用，不能删除',
        en: 'Tenants have this package, it cannot be deleted',
      });
    }
    const { count } = await tx.tenantPackage.deleteMany({ where: { id, version } });
    if (count === 0) throw staleVersion();
    await log(tx, call, row, { before: differenceOf(row, {}, loggedFields).before });
    return null;
  });
}

function changePackage<T>(call: Caller, work: (tx: Transaction) => Promise<T>): Promise<T> {
  platformOnly(call.session);
  return change(call, work);
}

async function find(tx: Transaction, id: string): Promise<PackageRecord> {
  const row = await tx.tenantPackage.findUnique({ where: { id }, include });
  if (!row) throw recordMissing();
  return row;
}

async function log(
  tx: Transaction,
  by: Caller,
  { id, name }: { id: string; name: string },
  difference: Partial<ReturnType<typeof differenceOf>>,
): Promise<void> {
  // A package is the platform's, not a tenant's.
  await logChange(tx, by, { tenantId: by.session.tenantId, id, label: name, ...difference });
}

function present(row: PackageRecord): Row {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    permissionGroups: row.permissionGroups as PermissionGroup[],
    maxAccounts: row.maxAccounts,
    tenantCount: row._count.tenants,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
  };
}
