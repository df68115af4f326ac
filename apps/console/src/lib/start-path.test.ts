import { expect, test } from 'vitest';
import { startPath } from './start-path.ts';

test.each([
  ['an operator begins at the merchants', null, ['merchant.view'], '/layout/merchant'],
  ['an employee begins at their cards', null, ['own.card'], '/layout/myaccount/mycard'],
  [
    'an employee who was sent to the merchants, too',
    '/layout/merchant',
    ['own.card'],
    '/layout/myaccount/mycard',
  ],
  ['who may see both begins at the merchants', null, ['own.card', 'merchant.view'], '/layout/merchant'],
  ['what was asked for comes first', '/layout/profile/userinfo', ['own.card'], '/layout/profile/userinfo'],
  ['another site is none of it', '//evil.example', ['own.card'], '/layout/myaccount/mycard'],
] as const)('%s', (_what, asked, permissions, path) => {
  expect(startPath(asked, permissions)).toBe(path);
});
