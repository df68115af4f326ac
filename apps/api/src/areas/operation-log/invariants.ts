import { sealOperations } from '../../platform/log-chain/seal.ts';
import { verifyChain } from '../../platform/log-chain/verify.ts';
import type { Invariant } from '../area.ts';

/** The invariants of the operation log. */
export const logInvariants: readonly Invariant[] = [
  {
    name: 'logChainUnbroken',
    label: { zh: '操作日志哈希链完整', en: 'The hash chain of the operation log is unbroken' },
    violations: async (deps) => {
      await sealOperations(deps);
      const tenants = await deps.database.prisma.tenant.findMany({ select: { id: true, name: true } });
      const found: string[] = [];
      for (const { id, name } of tenants) {
        const { problems } = await verifyChain(deps.database.pool, deps, id);
        found.push(...problems.map(({ explanation }) => `${name}: ${explanation}`));
      }
      return found;
    },
  },
];
