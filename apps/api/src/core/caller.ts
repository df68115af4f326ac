import type { Approval } from '@xyxlx/database/client/client';
import type { RequestInfo } from './call.ts';
import type { Deps } from './deps.ts';
import type { Operation } from './operation.ts';
import type { Session } from './session.ts';

/** Who did it: a session's caller, or the owner of an account who has proved it with a code. */
export type Actor = Pick<Session, 'tenantId' | 'homeTenantId' | 'userId' | 'userName' | 'roles'>;

/** Who acts, from where, in which operation; `Who` is an `Actor` where their name is all that is known of them. */
export interface Caller<Who = Session> {
  session: Who;
  request: RequestInfo;
  operation: Operation;
  deps: Deps;
  /** The business time that the whole of what they do is dated with. */
  now: Date;
  /** The approval that has it carried out; without one it is on their own word. */
  approval?: Approval;
}

/** What of a caller goes with a job that they start, and names them in the log. */
export interface Requester<Who = Actor> extends Pick<Caller<Who>, 'session'> {
  request: Pick<RequestInfo, 'id' | 'ip' | 'device' | 'startedAt'>;
}
