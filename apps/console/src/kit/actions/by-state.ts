import { allows, permissionOf, type Transitions } from '@xyxlx/contracts/transitions';

/** Name, permission and states of an action that changes a record's state, as its contract declares them. */
export function byState<State extends string, Action extends string>(
  table: Transitions<State, Action>,
  action: NoInfer<Action>,
) {
  const permission = permissionOf(table, action);
  return {
    name: action,
    offered: ({ state }: { state: State }) => allows(table, action, state),
    ...(permission && { permission }),
  };
}
