import { describe, expect, test } from 'vitest';
import zh from './locales/zh.json' with { type: 'json' };
import { passwordProblem } from './password-checks.ts';

const filled = { oldPassword: 'old', newPassword: 'new', confirmPassword: 'new' };

describe('the order of checks of the change-password form', () => {
  test.each([
    ['everything is empty', {}, '请输入当前密码'],
    ['only the old password is empty', { ...filled, oldPassword: '' }, '请输入当前密码'],
    ['old and confirmation are empty', { newPassword: 'new' }, '请输入当前密码'],
    ['new and confirmation are empty', { oldPassword: 'old' }, '请输入新密码'],
    ['only the new password is empty', { ...filled, newPassword: '' }, '请输入新密码'],
    ['only the confirmation is empty', { ...filled, confirmPassword: '' }, '请再次输入密码'],
    ['new and confirmation differ', { ...filled, confirmPassword: 'New' }, '两次密码不一致'],
  ])("when %s, says the product's words", (_, values, words) => {
    const problem = passwordProblem(values);
    expect(problem && zh[problem]).toBe(words);
  });

  test('a filled form whose passwords agree has no problem', () => {
    expect(passwordProblem(filled)).toBeNull();
  });

  test('spaces are part of a password', () => {
    expect(passwordProblem({ ...filled, newPassword: ' ', confirmPassword: ' ' })).toBeNull();
    expect(passwordProblem({ ...filled, newPassword: 'new ', confirmPassword: 'new' })).toBe(
      'password.check.different',
    );
  });
});
