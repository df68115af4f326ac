import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearStored, readToken, readUser, writeToken } from './storage.ts';
import { applyThirdFlag } from './third-flag.ts';

beforeEach(() => localStorage.clear());

describe('what the browser keeps', () => {
  it('is the bare token under `token`; an empty one counts as none', () => {
    writeToken('t1');
    expect(localStorage.getItem('token')).toBe('t1');
    expect(readToken()).toBe('t1');
    writeToken('');
    expect(readToken()).toBeNull();
  });

  it('is no user when the text is broken or from a client that stored only a part', () => {
    localStorage.setItem('user', '{');
    expect(readUser()).toBeNull();
    localStorage.setItem('user', JSON.stringify({ mobile: '13800000001', updatePassword: 1 }));
    expect(readUser()).toBeNull();
  });

  it('is all gone when a session ends', () => {
    localStorage.setItem('anything', '1');
    writeToken('t1');
    clearStored();
    expect(localStorage).toHaveLength(0);
  });
});

describe('the flag third', () => {
  it('loads the additional module on the first visit and is true from then on', async () => {
    const load = vi.fn(async () => undefined);
    await applyThirdFlag('/login', load);
    await applyThirdFlag('/layout/merchant', load);
    expect(load).toHaveBeenCalledOnce();
    expect(localStorage.getItem('third')).toBe('true');
  });

  it('is set by /oauth without loading the module', async () => {
    const load = vi.fn(async () => undefined);
    await applyThirdFlag('/oauth', load);
    expect(load).not.toHaveBeenCalled();
    expect(localStorage.getItem('third')).toBe('true');
  });
});
