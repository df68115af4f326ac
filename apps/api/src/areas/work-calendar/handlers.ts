import type { workCalendar as contract } from '@xyxlx/contracts/work-calendar';
import { change } from '../../platform/db/transaction.ts';
import { receiveImport } from '../../platform/imports/receive-import.ts';
import { templateFile } from '../../platform/imports/template.ts';
import type { Handlers } from '../../wire/implement.ts';
import { daysSaid } from './day.sql.ts';
import { dayImport } from './import-days.ts';
import { refuseForeignLayer } from './layer.ts';
import { writeDay } from './write-day.ts';

export const workCalendar: Handlers<typeof contract> = {
  queryDay: async ({ input: { year }, session, deps }) => {
    const span = { first: `${year}-01-01`, last: `${year}-12-31` };
    const days = await daysSaid(deps.database.pool, session.tenantId, span);
    return { isPublished: days.length > 0, days };
  },

  editDay: (call) =>
    change(call, (tx) => {
      const { layer, day, ...said } = call.input;
      return writeDay(tx, call, { layer, day }, said);
    }),

  deleteDay: (call) => change(call, (tx) => writeDay(tx, call, call.input, null)),

  importDay: async (call, file) => {
    refuseForeignLayer(call.session, call.input.layer);
    return receiveImport(call, file, dayImport, call.input);
  },

  dayTemplate: async ({ input, request }) => templateFile(dayImport, input.format, request.language),
};
