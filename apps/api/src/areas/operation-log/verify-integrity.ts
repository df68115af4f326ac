import type { operationLog as contract } from '@xyxlx/contracts/operation-log';
import type { z } from 'zod';
import type { Call } from '../../core/call.ts';
import type { Session } from '../../core/session.ts';
import { change } from '../../platform/db/transaction.ts';
import { sealOperations } from '../../platform/log-chain/seal.ts';
import { verifyChain } from '../../platform/log-chain/verify.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';

type Result = z.input<typeof contract.verifyIntegrity.output>;

/** Checks the chains of the tenants that the caller sees, after sealing what has just been written; who checked is logged. */
export async function verifyIntegrity(call: Call<unknown, Session>): Promise<Result> {
  const { session, deps } = call;
  const { pool, prisma } = deps.database;
  await sealOperations(deps);
  const visible = await prisma.tenant.findMany({
    where: session.scope.all ? {} : { id: session.tenantId },
    select: { id: true, name: true },
    orderBy: { createdAt: 'asc' },
  });
  const tenants: Result['tenants'] = [];
  for (const tenant of visible) {
    const { checked, head, problems } = await verifyChain(pool, deps, tenant.id);
    tenants.push({
      tenant,
      ok: problems.length === 0,
      checked,
      head: head && { seq: head.seq, hash: head.hash },
      problems,
    });
  }
  const ok = tenants.every((tenant) => tenant.ok);
  if (!ok)
    deps.log.error({ tenants: tenants.filter((one) => !one.ok) }, 'the operation log was tampered with');
  await change(call, (tx) =>
    logChange(tx, call, {
      tenantId: session.tenantId,
      id: session.tenantId,
      label: '操作日志',
      after: { ok, problems: tenants.reduce((sum, { problems }) => sum + problems.length, 0) },
    }),
  );
  return { ok, tenants };
}
