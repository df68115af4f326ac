import { expect, test } from 'vitest';
import { objection } from './check-imports.ts';

test.each([
  ['packages/contracts/src/merchant.ts', 'zod'],
  ['apps/api/src/areas/merchant/handlers.ts', 'apps/api/src/areas/merchant/present-merchant.ts'],
  ['apps/api/src/areas/store/handlers.ts', 'apps/api/src/areas/merchant/lock-merchant.ts'],
  ['apps/api/src/router.ts', 'apps/api/src/areas/merchant/handlers.ts'],
  ['apps/console/src/features/merchant/page.tsx', 'apps/console/src/kit/table.tsx'],
  ['apps/console/src/features/merchant/page.tsx', 'apps/console/src/paths.ts'],
  ['apps/console/src/routes.tsx', 'apps/console/src/features/merchant/page.tsx'],
  ['prisma/seed/seed.ts', 'prisma/client/client.ts'],
])('%s may import %s', (file, target) => {
  expect(objection(file, target)).toBeUndefined();
});

test.each([
  ['packages/contracts/src/merchant.ts', 'fastify'],
  ['apps/api/src/areas/store/handlers.ts', 'apps/api/src/areas/merchant/handlers.ts'],
  ['apps/api/src/core/clock.ts', 'apps/api/src/areas/merchant/lock-merchant.ts'],
  ['apps/api/src/app.ts', 'apps/console/src/paths.ts'],
  ['apps/console/src/lib/wire.ts', 'apps/api/src/router.ts'],
  ['apps/console/src/lib/wire.ts', 'prisma/client/client.ts'],
  ['apps/console/src/lib/wire.ts', 'apps/console/src/kit/table.tsx'],
  ['apps/console/src/kit/table.tsx', 'apps/console/src/features/merchant/page.tsx'],
  ['apps/console/src/features/store/page.tsx', 'apps/console/src/features/merchant/page.tsx'],
  ['apps/console/src/features/store/page.tsx', 'apps/console/src/routes.tsx'],
  ['prisma/seed/seed.ts', 'apps/api/src/platform/settings/settings.ts'],
])('%s may not import %s', (file, target) => {
  expect(objection(file, target)).toEqual(expect.any(String));
});
