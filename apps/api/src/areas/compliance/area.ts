import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { ofCases } from './case-area.ts';
import { caseHandlers } from './case-handlers.ts';
import { dashboardHandlers } from './dashboard/dashboard.ts';
import { inboxHandlers } from './inboxes/handlers.ts';
import { ofReports, reportHandlers } from './report-area.ts';

export const compliance: Area<AppContract['compliance']> = {
  ...ofCases,
  handlers: { ...inboxHandlers, ...caseHandlers, ...reportHandlers, ...dashboardHandlers },
  approvals: [...ofCases.approvals, ...ofReports.approvals],
  jobs: ofReports.jobs,
  schedule: [...ofCases.schedule, ...ofReports.schedule],
  invariants: [...ofCases.invariants, ...ofReports.invariants],
  record: 'riskCase',
  records: {
    ...ofCases.records,
    ...ofReports.records,
    riskInbox: { from: 'risk_inboxes r', fields: ['inboxId', 'escalateToId'] },
  },
};
