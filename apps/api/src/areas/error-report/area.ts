import type { AppContract } from '@xyxlx/contracts/contract';
import { sql } from '../../platform/db/sql.ts';
import { ofService } from '../../platform/records/scope.ts';
import type { Area } from '../area.ts';
import { errorReport as handlers } from './handlers.ts';

export const errorReport: Area<AppContract['errorReport']> = {
  handlers,
  todos: [
    {
      kind: 'errorReported',
      permission: 'service.report',
      count: (session) => ({
        from: sql`FROM error_reports e WHERE e.state = 'NEW' AND ${ofService(session)}`,
      }),
    },
  ],
};
