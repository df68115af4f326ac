import type pg from 'pg';
import { expect, it } from 'vitest';
import { copyOut } from './copy-out.ts';
import { exportSlots, takeExportSlot } from './export-slots.ts';

const tooMany = '正在进行的导出过多，请稍后再试';
const refusal = (tenantId: string, userId: string) => {
  try {
    takeExportSlot({ tenantId, userId })();
    return null;
  } catch (error) {
    return (error as { text: { zh: string } }).text.zh;
  }
};

it('one a user, two a tenant, four a replica; nobody takes those of others, and each comes back once', () => {
  expect(exportSlots).toEqual({ user: 1, tenant: 2, all: 4 });
  const first = takeExportSlot({ tenantId: 'A', userId: '1' });
  expect(refusal('A', '1')).toBe('您有一个导出正在下载，请等它完成后再试');
  // The same person in another tenant.
  const others = [
    takeExportSlot({ tenantId: 'B', userId: '1' }),
    takeExportSlot({ tenantId: 'A', userId: '2' }),
  ];
  expect(refusal('A', '3')).toBe(tooMany);
  others.push(takeExportSlot({ tenantId: 'C', userId: '4' }));
  expect(refusal('D', '5')).toBe(tooMany);
  first();
  first();
  expect(refusal('D', '5')).toBeNull();
  others.push(takeExportSlot({ tenantId: 'A', userId: '3' }));
  expect(refusal('D', '5')).toBe(tooMany);
  for (const free of others) free();
});

it('an export that gets no connection gives its slot back', async () => {
  const reader = { tenantId: 'A', userId: '1' };
  const pool = { connect: () => Promise.reject(new Error('no connection')) } as unknown as pg.Pool;
  await expect(copyOut(pool, 'SELECT 1', { reader })).rejects.toThrow('no connection');
  expect(refusal('A', '1')).toBeNull();
});
