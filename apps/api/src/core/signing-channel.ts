import type { BindingRow } from '@xyxlx/contracts/channel';
import type { Sight } from './session.ts';

/** A channel that has signed its call: no user, and what it does, it does in the tenant of its binding. */
export interface SigningChannel extends Sight {
  bindingId: string;
  channel: BindingRow['channel'];
  userId: null;
  /** The binding's name, by which the operation log calls it. */
  userName: string;
  roles: [];
}
