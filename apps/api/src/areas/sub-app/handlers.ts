import type { Permission } from '@xyxlx/contracts/permissions';
import type { subApp as contract } from '@xyxlx/contracts/sub-app';
import type { Handlers } from '../../wire/implement.ts';

export const subApp: Handlers<typeof contract> = {
  querySubApp: async ({ session, deps }) => {
    const rows = await deps.database.prisma.subApp.findMany({
      where: { enabled: true },
      orderBy: { code: 'asc' },
    });
    const mine = rows.filter(
      ({ permission }) => !permission || session.permissions.has(permission as Permission),
    );
    return {
      list: mine.map(({ id, code, nameZh, nameEn, address }) => ({
        id,
        code,
        name: { zh: nameZh, en: nameEn },
        address,
      })),
    };
  },
};
