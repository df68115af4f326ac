import { expect, test } from 'vitest';
import { circlesAmong, importsOf, objection } from './check-imports.ts';

test.each([
  ['packages/contracts/src/merchant.ts', 'zod'],
  ['apps/api/src/areas/merchant/handlers.ts', 'apps/api/src/areas/merchant/present-merchant.ts'],
  ['apps/api/src/areas/store/handlers.ts', 'apps/api/src/areas/merchant/lock-merchant.ts'],
  ['apps/api/src/areas.ts', 'apps/api/src/areas/merchant/area.ts'],
  ['apps/console/src/features/merchant/page.tsx', 'apps/console/src/kit/table.tsx'],
  ['apps/api/src/areas/store/area.ts', 'apps/api/src/areas/area.ts'],
  ['apps/api/src/wire/plugin.ts', 'apps/api/src/platform/db/sql.ts'],
  ['apps/console/src/routes.tsx', 'apps/console/src/features/merchant/page.tsx'],
  ['prisma/seed/seed.ts', 'prisma/client/client.ts'],
  ['packages/testkit/src/service.ts', 'apps/api/src/embed.ts'],
  ['packages/testkit/src/databases.ts', 'prisma/migrate.ts'],
  ['apps/api/src/app.test.ts', 'tests/support/test-api.ts'],
  ['tests/support/test-api.ts', 'apps/api/src/make-deps.ts'],
  ['scripts/dev.ts', 'apps/api/src/platform/settings/settings.ts'],
])('%s may import %s', (file, target) => {
  expect(objection(file, target)).toBeUndefined();
});

test.each([
  ['apps/api/src/core/errors.ts', 'apps/api/src/platform/db/sql.ts'],
  ['apps/api/src/platform/db/sql.ts', 'apps/api/src/wire/plugin.ts'],
  ['apps/api/src/wire/plugin.ts', 'apps/api/src/areas/area.ts'],
  ['apps/api/src/areas/store/handlers.ts', 'apps/api/src/app.ts'],
  ['apps/api/src/areas/store/handlers.ts', 'apps/api/src/areas/merchant/area.ts'],
  ['packages/contracts/src/merchant.ts', 'fastify'],
  ['apps/api/src/areas/store/handlers.ts', 'apps/api/src/areas/merchant/handlers.ts'],
  ['apps/api/src/core/clock.ts', 'apps/api/src/areas/merchant/lock-merchant.ts'],
  ['apps/api/src/app.ts', 'apps/console/src/paths.ts'],
  ['apps/console/src/lib/wire.ts', 'apps/api/src/areas.ts'],
  ['apps/console/src/lib/wire.ts', 'prisma/client/client.ts'],
  ['apps/console/src/lib/wire.ts', 'apps/console/src/kit/table.tsx'],
  ['apps/console/src/kit/table.tsx', 'apps/console/src/features/merchant/page.tsx'],
  ['apps/console/src/features/store/page.tsx', 'apps/console/src/features/merchant/page.tsx'],
  ['apps/console/src/features/store/page.tsx', 'apps/console/src/routes.tsx'],
  ['prisma/seed/seed.ts', 'apps/api/src/platform/settings/settings.ts'],
  ['packages/testkit/src/service.ts', 'apps/api/src/app.ts'],
  ['packages/testkit/src/start-stack.test.ts', 'apps/api/src/make-deps.ts'],
  ['packages/testkit/src/databases.ts', 'tests/support/test-database.ts'],
  ['packages/contracts/src/merchant.ts', 'packages/testkit/src/client.ts'],
  ['apps/api/src/app.ts', 'tests/support/test-api.ts'],
  ['apps/console/src/main.tsx', 'scripts/run.ts'],
])('%s may not import %s', (file, target) => {
  expect(objection(file, target)).toEqual(expect.any(String));
});

const edge = (file: string, target: string, isType = false) => ({ file, target, isType });

test('a circle of files is found through the files between, types left out', () => {
  const back = (isType: boolean) => [
    edge('a/one.ts', 'a/two.ts'),
    edge('a/two.ts', 'a/three.ts'),
    edge('a/three.ts', 'a/one.ts', isType),
  ];
  expect(circlesAmong(back(false))).toEqual([
    'files import each other in a circle: a/one.ts, a/three.ts, a/two.ts',
  ]);
  expect(circlesAmong(back(true))).toEqual([]);
});

test('a circle of folders is found, also by types alone, but not through a test', () => {
  const there = edge('a/one.ts', 'b/one.ts');
  const circle = ['folders import each other in a circle: a, b'];
  expect(circlesAmong([there, edge('b/two.ts', 'a/two.ts')])).toEqual(circle);
  expect(circlesAmong([there, edge('b/two.ts', 'a/two.ts', true)])).toEqual(circle);
  expect(circlesAmong([there, edge('b/two.test.ts', 'a/two.ts')])).toEqual([]);
});

test('an import of types alone is told from one of values, on however many lines it stands', () => {
  const text =
    "import type {\n  A,\n} from './a.ts';\nimport { type B, c } from '../b.ts';\nconst d = import('./d.ts');";
  expect(importsOf('x/y.ts', text).map(({ target, isType, line }) => [target, isType, line])).toEqual([
    ['x/a.ts', true, 3],
    ['b.ts', false, 4],
    ['x/d.ts', false, 5],
  ]);
});

test('the name of a package of ours stands for its file, the API’s own for its public entry', () => {
  const text = ['@xyxlx/api', '@xyxlx/api/src/app.ts', '@xyxlx/database/seed/seed', 'zod']
    .map((name) => `import '${name}';`)
    .join('\n');
  expect(importsOf('packages/testkit/src/a.ts', text).map(({ target }) => target)).toEqual([
    'apps/api/src/embed.ts',
    'apps/api/src/app.ts',
    'prisma/seed/seed.ts',
    'zod',
  ]);
});
