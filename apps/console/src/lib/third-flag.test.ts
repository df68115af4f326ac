import { beforeEach, describe, expect, test, vi } from 'vitest';
import { applyThirdFlag } from './third-flag.ts';

const loadModule = vi.fn(async () => undefined);

beforeEach(() => {
  localStorage.clear();
  loadModule.mockClear();
});

describe('the flag `third`', () => {
  test.each(['/login', '/layout/merchant', '/'])(
    '%s without the flag loads the additional module and sets it',
    async (path) => {
      await applyThirdFlag(path, loadModule);
      expect(loadModule).toHaveBeenCalledOnce();
      expect(localStorage.getItem('third')).toBe('true');
    },
  );

  test('a path without /oauth loads nothing where the flag is set, and leaves it true', async () => {
    localStorage.setItem('third', 'true');
    await applyThirdFlag('/login', loadModule);
    expect(loadModule).not.toHaveBeenCalled();
    expect(localStorage.getItem('third')).toBe('true');
  });

  test.each(['/oauth', '/oauth/callback', '/x/oauth'])('%s sets the flag and loads nothing', async (path) => {
    await applyThirdFlag(path, loadModule);
    expect(loadModule).not.toHaveBeenCalled();
    expect(localStorage.getItem('third')).toBe('true');
  });
});
