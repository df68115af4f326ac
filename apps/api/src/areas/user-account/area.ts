import type { AppContract } from '@xyxlx/contracts/contract';
import { spellUsers } from '../../platform/records/spell-names.ts';
import type { Area } from '../area.ts';
import { userAdministration } from './administration.ts';
import { deleteExpired } from './delete-expired.ts';
import { deviceSessions } from './device-sessions.ts';
import { userExport } from './export-users.ts';
import { userFiles } from './files.ts';
import { userAccount as handlers } from './handlers.ts';
import { userImport } from './import-users.ts';
import { invitations } from './invitations.ts';
import { serveAvatars } from './serve-avatars.ts';
import { signOn } from './sign-on.ts';
import { stubIdentity } from './stub-identity.ts';
import { logSteps } from './user-log.ts';
import { foundUsers } from './users.sql.ts';

export const userAccount: Area<AppContract['userAccount']> = {
  handlers: {
    ...handlers,
    ...signOn,
    ...deviceSessions,
    ...userAdministration,
    ...invitations,
    ...userFiles,
  },
  plugins: [serveAvatars, stubIdentity],
  exports: [userExport],
  imports: [userImport],
  finds: [foundUsers],
  schedule: [
    {
      name: 'spellUsers',
      title: { zh: '用户姓名拼音', en: 'Spelling users’ names' },
      due: { zh: '有姓名尚无拼音时', en: 'When a name has not been spelled' },
      run: spellUsers,
    },
  ],
  cleanUp: deleteExpired,
  records: {
    user: {
      from: 'memberships r JOIN users u ON u.id = r.user_id',
      id: 'r.user_id',
      name: 'u.name',
      fields: ['userId', 'actorId', 'assigneeId'],
    },
  },
  record: 'user',
  steps: logSteps,
};
