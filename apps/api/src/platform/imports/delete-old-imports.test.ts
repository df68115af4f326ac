import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../../../tests/support/test-api.ts';
import { deleteOldImports } from './delete-old-imports.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const hours = (count: number) => new Date(Date.now() - count * 60 * 60_000);

async function importJob(times: {
  state: 'WAITING_CONFIRM' | 'SUCCEEDED';
  updatedAt?: Date;
  finishedAt?: Date;
}) {
  const { prisma } = api.deps.database;
  const { tenantId, userId } = await prisma.membership.findFirstOrThrow();
  const { id } = await prisma.job.create({
    data: {
      tenantId,
      kind: 'importEmployee',
      payload: {},
      origin: {},
      createdById: userId,
      createdBy: 'x',
      ...times,
    },
  });
  await prisma.importRow.create({ data: { tenantId, jobId: id, rowNo: 2, cells: ['x'], original: [] } });
  return id;
}

it('an import nobody confirmed is cancelled after a day; rows are kept for a month after the end', async () => {
  const { prisma, pool } = api.deps.database;
  const { tenantId } = await prisma.membership.findFirstOrThrow();
  const ids = {
    stale: await importJob({ state: 'WAITING_CONFIRM', updatedAt: hours(25) }),
    fresh: await importJob({ state: 'WAITING_CONFIRM', updatedAt: hours(23) }),
    old: await importJob({ state: 'SUCCEEDED', finishedAt: hours(31 * 24) }),
    recent: await importJob({ state: 'SUCCEEDED', finishedAt: hours(29 * 24) }),
  };
  await deleteOldImports(pool, tenantId, new Date());

  const after = async (id: string) => ({
    state: (await prisma.job.findFirstOrThrow({ where: { id } })).state,
    rows: await prisma.importRow.count({ where: { jobId: id } }),
  });
  expect(await after(ids.stale)).toEqual({ state: 'CANCELLED', rows: 1 });
  expect(await after(ids.fresh)).toEqual({ state: 'WAITING_CONFIRM', rows: 1 });
  expect(await after(ids.old)).toEqual({ state: 'SUCCEEDED', rows: 0 });
  expect(await after(ids.recent)).toEqual({ state: 'SUCCEEDED', rows: 1 });
});
