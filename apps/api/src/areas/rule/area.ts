import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { deleteOldSimulations } from './delete-old-simulations.ts';
import { rule as handlers } from './handlers.ts';
import { foundInstitutions } from './institution.sql.ts';
import { ruleInvariants } from './invariants.ts';
import { institutionVersion } from './publication.ts';
import { ruleSetting } from './setting.ts';
import { simulationExport } from './simulation-export.ts';
import { ruleSimulation } from './simulation-handlers.ts';
import { simulationJob } from './simulation-job.ts';

export const rule: Area<AppContract['rule']> = {
  handlers: { ...handlers, ...ruleSimulation },
  exports: [simulationExport],
  jobs: [simulationJob],
  cleanUp: deleteOldSimulations,
  approvals: [institutionVersion, ruleSetting],
  finds: [foundInstitutions],
  records: {
    institution: { from: 'institutions r', fields: ['institutionId'] },
    ruleSetting: { from: 'rule_settings r', name: 'r.without_rule' },
  },
  record: 'institution',
  invariants: ruleInvariants,
};
