import pLimit, { type LimitFunction } from 'p-limit';
import { Refusal } from '../../core/errors.ts';

/** Files that a replica reads side by side: one of a tenant. */
const atOnce = { all: 2, tenant: 1 };

/** Waiting ones included: each of them keeps a connection open. */
const most = { all: 6, tenant: 3 };

const slots = pLimit(atOnce.all);
const tenants = new Map<string, LimitFunction>();

/** Reads when it is the tenant's turn; throws 406 where too many wait already. */
export async function readingFor<T>(tenantId: string, read: () => Promise<T>): Promise<T> {
  const turns = tenants.get(tenantId) ?? pLimit(atOnce.tenant);
  const counts = [...tenants.values()].map(taken);
  if (taken(turns) >= most.tenant || counts.reduce((sum, count) => sum + count, 0) >= most.all) {
    throw new Refusal({
      zh: '正在读取的文件过多，请稍后再试',
      en: 'Too many files are being read at this moment, try again later',
    });
  }
  tenants.set(tenantId, turns);
  try {
    return await turns(() => slots(read));
  } finally {
    if (taken(turns) === 0) tenants.delete(tenantId);
  }
}

function taken({ activeCount, pendingCount }: LimitFunction): number {
  return activeCount + pendingCount;
}
