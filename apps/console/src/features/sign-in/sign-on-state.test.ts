import { beforeEach, expect, test } from 'vitest';
import { recallSignOn, rememberSignOn } from './sign-on-state.ts';

const signOn = { provider: 'oauth', state: 's1', redirect: '/layout/bill' } as const;

beforeEach(() => sessionStorage.clear());

test('the state that went out is recognised when it comes back, once', () => {
  rememberSignOn(signOn);
  expect(recallSignOn('oauth', 's1')).toEqual(signOn);
  expect(recallSignOn('oauth', 's1')).toBeNull();
});

test('an answer that this tab did not ask for is not recognised', () => {
  expect(recallSignOn('oauth', 's1')).toBeNull();
});

test('another state or another provider is not recognised, and spoils the one that waits', () => {
  rememberSignOn(signOn);
  expect(recallSignOn('oauth', 's2')).toBeNull();
  expect(recallSignOn('oauth', 's1')).toBeNull();
  rememberSignOn(signOn);
  expect(recallSignOn('workwx', 's1')).toBeNull();
});

test.each(['', '{', '{"state":"s1"}', 'null'])(
  'what somebody else left in storage (%s) is not recognised',
  (text) => {
    sessionStorage.setItem('sign-on', text);
    expect(recallSignOn('oauth', 's1')).toBeNull();
  },
);
