import type { Label } from '@xyxlx/contracts/endpoint';
import type { UserState } from '@xyxlx/contracts/user-administration';
import type { userFiles as contract } from '@xyxlx/contracts/user-files';
import type { z } from 'zod';
import { logOperation } from '../../platform/operation-log.ts';
import { shanghaiTime } from '../../platform/shanghai.ts';
import { tableFile } from '../../platform/table-files/write-table.ts';
import type { Session } from '../../sessions/session.ts';
import type { Call, OutgoingFile } from '../../wire/implement.ts';
import { presentUserRow, userInclude } from './present-user.ts';
import { membershipsMatching, usersMatching } from './query-users.ts';
import { ownTenantFirst } from './scope.ts';

type Input = z.output<typeof contract.exportUserInfo.input>;

const headers: Label[] = [
  { zh: '姓名', en: 'Name' },
  { zh: '手机号', en: 'Mobile' },
  { zh: '邮箱', en: 'E-mail' },
  { zh: '公司', en: 'Company' },
  { zh: '角色', en: 'Roles' },
  { zh: '状态', en: 'State' },
  { zh: '最近登录', en: 'Last sign-in' },
  { zh: '创建时间', en: 'Created' },
];

const states: Record<UserState, Label> = {
  ACTIVE: { zh: '正常', en: 'Active' },
  DISABLED: { zh: '停用', en: 'Disabled' },
  LOCKED: { zh: '锁定', en: 'Locked' },
};

const pageSize = 500;

/** The users that the list's filters show, masked as there, as a file; who took it is logged. */
export async function exportUsers(call: Call<Input, Session>): Promise<OutgoingFile> {
  const { input, request, deps } = call;
  const { language } = request;
  const pages = pagesOf(call);
  // Read before the file begins, so that what fails at once is answered in words.
  const first = await pages.next();
  await logOperation(deps.database.prisma, call, {
    tenantId: call.session.tenantId,
    module: 'userAccount',
    action: 'exportUserInfo',
    target: { type: 'export', id: request.id, label: input.format },
  });

  async function* rows() {
    for (let page = first; !page.done; page = await pages.next()) yield* page.value;
  }
  return tableFile(
    { zh: '用户', en: 'Users' }[language],
    input.format,
    headers.map((header) => header[language]),
    rows(),
  );
}

async function* pagesOf({ input, session, request, deps }: Call<Input, Session>): AsyncGenerator<string[][]> {
  const { prisma } = deps.database;
  const now = deps.clock.now();
  const memberships = membershipsMatching(session, input);
  for (let after: string | undefined; ; ) {
    const users = await prisma.user.findMany({
      where: {
        AND: [
          { memberships: { some: memberships } },
          usersMatching(input, now),
          after ? { id: { lt: after } } : {},
        ],
      },
      orderBy: { id: 'desc' },
      take: pageSize,
      include: {
        memberships: { where: memberships, include: userInclude, orderBy: { createdAt: 'asc' } },
      },
    });
    yield users.flatMap((user) => {
      const membership = ownTenantFirst(user.memberships, session);
      if (!membership) return [];
      const row = presentUserRow(membership, now);
      return [
        [
          row.name,
          row.mobile,
          row.email ?? '',
          row.company?.name ?? '',
          row.roles.map(({ name }) => name).join('、'),
          states[row.state][request.language],
          row.lastLoginAt ? shanghaiTime(new Date(row.lastLoginAt)) : '',
          shanghaiTime(new Date(row.createdAt)),
        ],
      ];
    });
    if (users.length < pageSize) return;
    after = users.at(-1)?.id;
  }
}
