import type { LimitBatch } from '@xyxlx/contracts/bill-change';
import { vi } from 'vitest';
import type { TestApi } from './test-api.ts';

/** What tests of batches begin with: the maker, a merchant, and that one's sheet on its way out and in. */
export interface BatchDesk {
  maker: string;
  merchantId: string;
  sheet(token?: string): Promise<string[][]>;
  upload(lines: string[][], token?: string): ReturnType<typeof uploadSheet>;
  /** The batch once none of its jobs is at work any more. */
  settled(id: string): Promise<LimitBatch>;
}

/** Signs the maker in; the merchant is their biggest where none is named. */
export async function openBatchDesk(api: TestApi, named?: string): Promise<BatchDesk> {
  const maker = await api.signIn('13800000002');
  const merchantId = named ?? (await biggestMerchant(api, maker));
  return {
    maker,
    merchantId,
    sheet: (token = maker) => sheetOf(api, token, merchantId),
    upload: (lines, token = maker) => uploadSheet(api, token, merchantId, lines),
    settled: (id) => settledBatch(api, maker, id),
  };
}

/** The merchant that has most of the active employees the caller sees. */
async function biggestMerchant(api: TestApi, token: string): Promise<string> {
  const { body } = await api.call('employee/queryEmployee', { state: ['ACTIVE'], pageSize: 200 }, token);
  const counts = new Map<string, number>();
  for (const { merchant } of body.result.list) counts.set(merchant.id, (counts.get(merchant.id) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] as string;
}

/** The merchant's sheet of limits, cell by cell; the first line is the header. */
async function sheetOf(api: TestApi, token: string, merchantId: string): Promise<string[][]> {
  const { text } = await api.call('billChange/billLimitExport', { merchantId, format: 'csv' }, token);
  return text
    .replace(/^\ufeff/, '')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
}

/** Uploads a sheet of new limits. */
async function uploadSheet(
  api: TestApi,
  token: string,
  merchantId: string,
  lines: string[][],
): Promise<{ body: { code: number; msg: string; result: { batchId: string } } }> {
  const form = new FormData();
  form.append('merchantId', merchantId);
  form.append('reason', '季度调整');
  form.append('file', new Blob([lines.map((line) => line.join(',')).join('\r\n')]), 'limits.csv');
  const answer = await fetch(`${api.url}/xyxlx/billChange/uploadBatchBillLimit`, {
    method: 'POST',
    headers: { Authorization: token },
    body: form,
  });
  return { body: (await answer.json()) as never };
}

async function settledBatch(api: TestApi, token: string, id: string): Promise<LimitBatch> {
  return vi.waitUntil(
    async () => {
      const { result } = (await api.call('billChange/getBatch', { id }, token)).body;
      return ['CHECKING', 'RUNNING', 'UNDOING'].includes(result.state) ? null : result;
    },
    { timeout: 15_000 },
  );
}
