import { bindingTransitions } from '@xyxlx/contracts/channel';
import { Refusal } from '../../core/errors.ts';

/** The states of a binding; one past its time is 已失效 (`presentBinding`) without a write. */
export const bindingStateMachine = {
  table: bindingTransitions,
  refusal: (_state: string, action: string): Refusal =>
    // What was released has no secret left to authorise it with.
    action === 'authorizeBinding' ? noSecret() : releasedAlready(),
};

export function noSecret(): Refusal {
  return new Refusal({ zh: '请先填写密钥', en: 'Enter the secret first' });
}

export function releasedAlready(): Refusal {
  return new Refusal({ zh: '渠道账号已解绑', en: 'The binding has been released already' });
}
