import type { ruleSimulation as contract } from '@xyxlx/contracts/rule-simulation';
import { change } from '../../platform/db/transaction.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Handlers } from '../../wire/implement.ts';
import { findInstitution } from './find-institution.ts';
import { changedPayments, mustSeeSimulation, simulationOf, simulations } from './simulation.sql.ts';
import { simulationExport } from './simulation-export.ts';
import { startSimulation } from './start-simulation.ts';

export const ruleSimulation: Handlers<typeof contract> = {
  startSimulation: (call) => change(call, (tx) => startSimulation(tx, call, call.input)),

  querySimulation: async (call) => {
    await findInstitution(call.deps.database.pool, call.session, call.input.institutionId);
    return queryList(call, simulations);
  },

  getSimulation: ({ input, session, deps }) => simulationOf(deps.database.pool, session, input.id),

  querySimulationRow: async (call) => {
    await mustSeeSimulation(call.deps.database.pool, call.session, call.input.id);
    return queryList(call, changedPayments);
  },

  exportSimulation: async (call) => {
    await mustSeeSimulation(call.deps.database.pool, call.session, call.input.id);
    return exportFile(call, simulationExport);
  },
};
