import type { creditLimit } from '@xyxlx/contracts/issue';
import { tenantId } from '@xyxlx/database/seed/tenants';
import { vi } from 'vitest';
import type { z } from 'zod';
import type { TestApi } from './test-api.ts';

/** What tests of issued batches begin with: the maker, a merchant with its people at work, and how batches are made and read. */
export interface IssueDesk {
  maker: string;
  merchantId: string;
  /** The merchant's employees at work, by their numbers. */
  people: { id: string; employeeNo: string; name: string; grade: string | null }[];
  form(more?: object): object;
  add(more?: object, token?: string, headers?: Record<string, string>): Promise<Answer>;
  get(id: string, token?: string): Promise<{ code: number; msg: string; result: Batch }>;
  rowsOf(issueId: string, more?: object): Promise<IssueRow[]>;
  /** A batch once it is checked. */
  checked(id: string): Promise<Batch>;
  /** A draft, checked. */
  draft(more?: object): Promise<Batch>;
  /** A step of a batch in the version it has now. */
  step(action: string, id: string, more?: object, token?: string): Promise<Answer>;
  /** A batch once it is in one of the states. */
  reached(id: string, ...states: string[]): Promise<Batch>;
}

type Batch = z.output<typeof creditLimit.getIssue.output>;
type Answer = Awaited<ReturnType<TestApi['call']>>;

interface IssueRow {
  rowNo: number;
  employeeNo: string;
  employeeName: string;
  amount: number | null;
  state: string;
  message: string;
  takenBackAmount: number;
}

/** Signs the maker in; the merchant is the active one of tenant A with most people at work. */
export async function openIssueDesk(api: TestApi): Promise<IssueDesk> {
  const maker = await api.signIn('13800000002');
  const { prisma } = api.deps.database;
  const ofTenant = { tenantId: tenantId('A') };
  const [most] = await prisma.employee.groupBy({
    by: ['merchantId'],
    where: { ...ofTenant, state: 'ACTIVE', merchant: { state: 'ACTIVE' } },
    _count: true,
    orderBy: { _count: { id: 'desc' } },
    take: 1,
  });
  const merchantId = most?.merchantId as string;
  const people = await prisma.employee.findMany({
    where: { ...ofTenant, merchantId, state: 'ACTIVE' },
    orderBy: { employeeNo: 'asc' },
  });
  const form = (more: object = {}) => ({
    merchantId,
    name: '十一月福利',
    reason: '每月福利',
    target: { by: 'ALL' },
    amount: { by: 'SAME', amount: 6_000 },
    ...more,
  });
  const add: IssueDesk['add'] = async (more = {}, token = maker, headers = {}) =>
    api.call('creditLimit/addIssue', form(more), token, headers);
  const get: IssueDesk['get'] = async (id, token = maker) =>
    (await api.call('creditLimit/getIssue', { id }, token)).body;
  const until = (id: string, is: (state: string) => boolean) =>
    vi.waitUntil(
      async () => {
        const { result } = await get(id);
        return is(result.state) && result;
      },
      { timeout: 15_000 },
    );
  const checked = (id: string) => until(id, (state) => state !== 'CHECKING');
  return {
    ...{ maker, merchantId, people, form, add, get, checked },
    rowsOf: async (issueId, more = {}) =>
      (await api.call('creditLimit/queryIssueRow', { issueId, pageSize: 200, ...more }, maker)).body.result
        .list,
    draft: async (more = {}) => checked((await add(more)).body.result.batchId),
    step: async (action, id, more = {}, token = maker) =>
      api.call(`creditLimit/${action}`, { id, version: (await get(id)).result.version, ...more }, token),
    reached: (id, ...states) => until(id, (state) => states.includes(state)),
  };
}
