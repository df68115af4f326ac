import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { ofCases } from './case-area.ts';
import { caseHandlers } from './case-handlers.ts';
import { inboxHandlers } from './inboxes/handlers.ts';

export const compliance: Area<AppContract['compliance']> = {
  ...ofCases,
  handlers: { ...inboxHandlers, ...caseHandlers },
  record: 'riskCase',
  records: {
    ...ofCases.records,
    riskInbox: { from: 'risk_inboxes r', fields: ['inboxId', 'escalateToId'] },
  },
};
