import type { home as contract } from '@xyxlx/contracts/home';
import { fromCopy } from '../../platform/db/read-copy.ts';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import type { Handlers } from '../../wire/implement.ts';
import { homeFigures } from './home.sql.ts';
import { todosOf } from './todos.ts';
import { sightOf, whoseFigures } from './whose.ts';

export const home: Handlers<typeof contract> = {
  getHome: fromCopy(async ({ input, session, deps }) => {
    const { database, clock } = deps;
    const now = clock.businessNow();
    const today = shanghaiDay(now);
    const sight = sightOf(session, input.tenantId);
    const [whose, figures, todos] = await Promise.all([
      whoseFigures(database.pool, sight, session.companyId),
      homeFigures(database.pool, sight, today),
      todosOf(deps, session, today),
    ]);
    return { today, asOf: now.toISOString(), whose, ...figures, todos };
  }),
};
