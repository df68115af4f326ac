import { contract, developerAreas } from '@xyxlx/contracts/contract';
import type { Endpoint } from '@xyxlx/contracts/endpoint';

/** One endpoint of the contract with its place. */
export interface Described {
  area: string;
  action: string;
  /** `area/action`. */
  path: string;
  definition: Endpoint;
}

/** Every endpoint that this service answers, in the contract's order. */
export function describedEndpoints(devTools: boolean): Described[] {
  return Object.entries(contract)
    .filter(([area]) => devTools || !developerAreas.has(area))
    .flatMap(([area, actions]) =>
      Object.entries<Endpoint>(actions).map(([action, definition]) => ({
        area,
        action,
        path: `${area}/${action}`,
        definition,
      })),
    );
}
