import { beforeEach, describe, expect, it } from 'vitest';
import { clearStored, readToken, readUser, writeToken } from './storage.ts';

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
