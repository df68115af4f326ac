import { z } from 'zod';
import type { AreaEndpoints, Label } from './endpoint.ts';
import type { Permission } from './permissions.ts';
import type { WordsOf } from './words.ts';

/** What an action of the wire does to a record's state. */
interface Transition<State extends string> {
  from: readonly [State, ...State[]];
  /** Several where more than the state decides, such as a threshold. */
  to: readonly [State, ...State[]];
  /** What must be true besides the state. */
  guard?: Label;
  /** What else happens in the same transaction. */
  effect?: Label;
}

/** What changes a state without an action of the record's own: a job, the clock, an approval. */
export interface AutomaticTransition<State extends string> extends Omit<Transition<State>, 'guard'> {
  by: Label;
}

/** The states of a record and every way between them. */
export interface Transitions<
  State extends string = string,
  Action extends string = string,
  Automatic extends string = string,
> {
  /** The name of the area in the contract, which is the module in the operation log. */
  area: string;
  record: Label;
  words: WordsOf<State>;
  /** The states a record can begin in. */
  initial: readonly State[];
  /** The area's endpoints: who may act and whether a reason is needed stands there. */
  endpoints: AreaEndpoints;
  actions: Readonly<Record<Action, Transition<State>>>;
  automatic: Readonly<Record<Automatic, AutomaticTransition<State>>>;
}

/** Declares the transitions of a record; an identity function that checks states and actions against each other. */
export function transitions<
  State extends string,
  Endpoints extends AreaEndpoints,
  Action extends keyof Endpoints & string,
  Automatic extends string,
>(table: {
  area: string;
  record: Label;
  words: WordsOf<State>;
  initial: readonly NoInfer<State>[];
  endpoints: Endpoints;
  actions: Record<Action, Transition<NoInfer<State>>>;
  automatic: Record<Automatic, AutomaticTransition<NoInfer<State>>>;
}): Transitions<State, Action, Automatic> {
  return table;
}

/** Whether the record's state lets the action be done. */
export function allows<State extends string, Action extends string>(
  { actions }: Transitions<State, Action>,
  action: Action,
  state: State,
): boolean {
  return actions[action].from.includes(state);
}

/** The permission that the action's endpoint asks for. */
export function permissionOf<Action extends string>(
  { endpoints }: Transitions<string, Action>,
  action: Action,
): Permission | undefined {
  return endpoints[action]?.permission;
}

/** Whether the action's endpoint wants to know why. */
export function reasonOf<Action extends string>(
  { endpoints }: Transitions<string, Action>,
  action: Action,
): 'needed' | 'optional' | 'none' {
  const input = endpoints[action]?.input;
  const reason = input instanceof z.ZodObject ? input.shape.reason : undefined;
  if (!reason) return 'none';
  return reason.safeParse(undefined).success ? 'optional' : 'needed';
}
