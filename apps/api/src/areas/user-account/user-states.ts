import { type UserState, userTransitions } from '@xyxlx/contracts/user-administration';
import { Refusal } from '../../core/errors.ts';
import { mustAllow } from '../../platform/records/stateful-record.ts';
import { stateOf } from './present-user.ts';

type Action = keyof typeof userTransitions.actions;

const userStates = {
  table: userTransitions,
  refusal: (_state: UserState, action: Action): Refusal => {
    if (action === 'unlockUser') return new Refusal({ zh: '用户未被锁定', en: 'The user is not locked' });
    return action === 'enableUser' || action === 'enableUsers'
      ? new Refusal({ zh: '用户已启用', en: 'The user is enabled already' })
      : new Refusal({ zh: '用户已停用', en: 'The user is disabled already' });
  },
};

/** Throws 406 when the state of a member does not let the action be done. */
export function mustAllowUser(action: Action, member: Parameters<typeof stateOf>[0], now: Date): void {
  mustAllow(userStates, action, { state: stateOf(member, now) });
}
