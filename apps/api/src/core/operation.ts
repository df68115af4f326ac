import { type AppContract, endpointAt } from '@xyxlx/contracts/contract';
import type { Endpoint } from '@xyxlx/contracts/endpoint';

/** What is done, as the operation log has it. */
export interface Operation {
  /** The area of the contract, such as `merchant`. */
  module: string;
  /** The action of the contract, such as `editMerchant`. */
  action: string;
  /** The kind of record that it changes; null where nothing is logged. */
  target: string | null;
}

/** What an endpoint does. */
export function operationOf<Area extends keyof AppContract & string>(
  module: Area,
  action: keyof AppContract[Area] & string,
): Operation {
  return operationAt(module, action, endpointAt(module, action) ?? {});
}

/** As `operationOf` for an endpoint at hand. */
export function operationAt(
  module: string,
  action: string,
  { loggedAs = action, logs = null }: Pick<Endpoint, 'loggedAs' | 'logs'>,
): Operation {
  return { module, action: loggedAs, target: logs };
}
