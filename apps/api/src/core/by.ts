import type { Approval } from '@xyxlx/database/client/client';
import type { RequestInfo } from './call.ts';
import type { Session } from './session.ts';

/** Whose change it is, and the business time it is dated with. */
export interface By {
  session: Session;
  request: RequestInfo;
  now: Date;
  /** The approval that has it carried out; without one it is on the caller's own word. */
  approval?: Approval;
}
