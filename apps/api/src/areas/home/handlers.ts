import type { home as contract } from '@xyxlx/contracts/home';
import { shanghaiDay } from '../../platform/time/shanghai.ts';
import type { Handlers } from '../../wire/implement.ts';
import { homeFigures } from './home.sql.ts';
import { todosOf } from './todos.ts';

export const home: Handlers<typeof contract> = {
  getHome: async ({ session, deps }) => {
    const { database, clock } = deps;
    const now = clock.businessNow();
    const today = shanghaiDay(now);
    const [figures, todos] = await Promise.all([
      homeFigures(database.pool, session, today),
      todosOf(deps, session, today),
    ]);
    return { today, asOf: now.toISOString(), ...figures, todos };
  },
};
