import { roleId } from '@xyxlx/database/seed/tenants';
import type { Response } from 'supertest';
import { expect } from 'vitest';
import type { TestApi } from './test-api.ts';

/** A user that a test has added; `password` is the initial one. */
export interface AddedUser {
  id: string;
  version: number;
  mobile: string;
  password: string;
}

/** Calls of `/userAccount` and what tests ask about their effects. */
export interface UserDesk {
  /** The platform's administrator; the administrator of tenant A alone; the one of tenant B. */
  platform: string;
  adminA: string;
  adminB: string;
  act(action: string, input: object, token: string): Promise<Response['body']>;
  /** An operator of tenant A unless `input` says otherwise. */
  add(token: string, input?: object): Promise<AddedUser>;
  tokenOf(user: AddedUser): Promise<string>;
  /** The user's line in the list. */
  rowOf(id: string, token?: string): Promise<{ version: number; mobile: string }>;
  /** What the operation log says of the user, oldest first. */
  logsOf(id: string): ReturnType<TestApi['deps']['database']['prisma']['operationLog']['findMany']>;
}

/** So many users were added in this process: no mobile is used twice. */
let added = 0;

/** Signs the administrators in. */
export async function openUserDesk(api: TestApi): Promise<UserDesk> {
  const act: UserDesk['act'] = async (action, input, token) =>
    (await api.call(`userAccount/${action}`, input, token)).body;

  const desk: Omit<UserDesk, 'adminA'> = {
    platform: await api.signIn('13800000001'),
    adminB: await api.signIn('13800000004'),
    act,
    add: async (token, input = {}) => {
      added += 1;
      const mobile = `1370000${String(added).padStart(4, '0')}`;
      const given = { mobile, name: `用户${added}`, roleIds: [roleId('A', 'operator')], ...input };
      const body: { code: number; result: { id: string; version: number; initialPassword: string } } =
        await act('addUser', given, token);
      expect(body).toMatchObject({ code: 200 });
      const { id, version, initialPassword } = body.result;
      return { id, version, mobile: given.mobile, password: initialPassword };
    },
    tokenOf: async ({ mobile, password }) =>
      (await api.call('userAccount/login', { mobile, password })).body.result.token,
    rowOf: async (id, token = desk.platform) => {
      const { result } = (await api.call('userAccount/queryUser', { pageSize: 200 }, token)).body;
      return result.list.find((row: { id: string }) => row.id === id);
    },
    logsOf: (targetId) =>
      api.deps.database.prisma.operationLog.findMany({
        where: { targetId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      }),
  };
  const admin = await desk.add(desk.platform, { roleIds: [roleId('A', 'tenant-admin')], name: '甲方管理员' });
  return { ...desk, adminA: await desk.tokenOf(admin) };
}
