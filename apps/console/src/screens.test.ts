import { contract } from '@xyxlx/contracts/contract';
import type { Endpoint } from '@xyxlx/contracts/endpoint';
import { permissions } from '@xyxlx/contracts/permissions';
import { expect, it } from 'vitest';
import { trailOf } from './lib/screen.ts';
import { groups, publicScreens, redirects, screens, unbuilt } from './screens.ts';

const paths = screens.map(({ path }) => path);

it('lists every screen once, in a group that exists, with a permission that exists', () => {
  expect(new Set(paths).size).toBe(paths.length);
  for (const { group, permission } of screens) {
    if (group) expect(groups.map(({ id }) => id)).toContain(group);
    if (permission) expect(permissions).toContain(permission);
  }
});

it('names every kind of record that is logged on one screen alone', () => {
  const logged = Object.values<Record<string, Endpoint>>(contract).flatMap((area) =>
    Object.values(area).flatMap(({ logs }) => logs ?? []),
  );
  const named = screens.flatMap(({ records = {} }) => Object.keys(records));
  expect([...new Set(logged)].filter((kind) => !named.includes(kind))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

it('leads every redirect to a screen', () => {
  for (const { to } of redirects) expect(paths).toContain(to);
});

it('knows the public screens that the product names', () => {
  const known = publicScreens.map(({ path }) => path);
  for (const path of [
    '/login',
    '/',
    '/reset',
    '/404',
    '/500',
    '/tenant',
    '/oauth',
    '/websocket',
    '/worker',
  ]) {
    expect(known).toContain(path);
  }
});

it('puts a screen below the screens whose path it continues', () => {
  const trail = trailOf('/layout/merchant/storebill', screens);
  expect(trail.map(({ path }) => path)).toEqual(['/layout/merchant', '/layout/merchant/storebill']);
});

// Lower it whenever a screen is built; it may never rise.
it('has no more unbuilt screens than before', () => {
  expect(unbuilt.length).toBeLessThanOrEqual(1);
});
