import type { Approval } from '@xyxlx/database/client/client';
import type { Session } from '../sessions/session.ts';
import type { RequestInfo } from '../wire/implement.ts';

/** Whose change it is, and the business time it is dated with. */
export interface By {
  session: Session;
  request: RequestInfo;
  now: Date;
  /** The approval that has it carried out; without one it is on the caller's own word. */
  approval?: Approval;
}
