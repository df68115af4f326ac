import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { inboxHandlers } from './inboxes/handlers.ts';

export const compliance: Area<AppContract['compliance']> = {
  handlers: { ...inboxHandlers },
  records: { riskInbox: { from: 'risk_inboxes r', fields: ['inboxId', 'escalateToId'] } },
};
