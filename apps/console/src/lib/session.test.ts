import { codes } from '@xyxlx/contracts/wire';
import { describe, expect, it, vi } from 'vitest';
import { type Answer, createSession, type SessionDependencies } from './session.ts';
import { WireError } from './wire.ts';

const done: Answer = { code: codes.ok };
const expired: Answer = { code: codes.expired };

describe('a session', () => {
  it('sends with the stored token and hands the answer through', async () => {
    const { session } = setUp('t1');
    const send = vi.fn(async () => done);
    expect(await session.run(send)).toBe(done);
    expect(send).toHaveBeenCalledExactlyOnceWith('t1');
  });

  it('refreshes once for 50 requests that expire together, and replays each once', async () => {
    const { session, requestNewToken, stored } = setUp('t1');
    const sends = Array.from({ length: 50 }, () => sendAs('t2'));
    const answers = await Promise.all(sends.map((send) => session.run(send)));
    expect(requestNewToken).toHaveBeenCalledExactlyOnceWith('t1');
    expect(stored.token).toBe('t2');
    expect(answers.every((answer) => answer === done)).toBe(true);
    for (const send of sends) expect(send.mock.calls).toEqual([['t1'], ['t2']]);
  });

  it('only replays a 402 whose token is no longer the stored one', async () => {
    const { session, requestNewToken, stored } = setUp('t1');
    const send = vi.fn(async (token: string | null) => {
      if (token !== 't1') return done;
      stored.token = 't2';
      return expired;
    });
    expect(await session.run(send)).toBe(done);
    expect(send.mock.calls).toEqual([['t1'], ['t2']]);
    expect(requestNewToken).not.toHaveBeenCalled();
  });

  it('answers a 402 that comes back after its own refresh, and refreshes no second time', async () => {
    const { session, requestNewToken } = setUp('t1');
    const send = vi.fn(async () => expired);
    expect(await session.run(send)).toBe(expired);
    expect(send).toHaveBeenCalledTimes(2);
    expect(requestNewToken).toHaveBeenCalledOnce();
  });

  it('rejects everyone who waits, clears and ends once when the refresh is refused', async () => {
    const { session, ended, stored } = setUp('t1', async () => {
      throw wireError(codes.signInAgain, '会话已被管理员结束');
    });
    const sends = Array.from({ length: 5 }, () => vi.fn(async () => expired));
    const outcomes = await Promise.allSettled(sends.map((send) => session.run(send)));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: '会话已被管理员结束' } });
    }
    expect(ended).toHaveBeenCalledOnce();
    expect(stored.token).toBeNull();
    for (const send of sends) expect(send).toHaveBeenCalledOnce();
  });

  it('keeps the session when the refresh got no answer, and tries again with the next request', async () => {
    let tries = 0;
    const { session, ended, stored } = setUp('t1', async () => {
      tries += 1;
      if (tries === 1) throw wireError(0);
      return 't2';
    });
    await expect(session.run(async () => expired)).rejects.toMatchObject({ data: { wire: { code: 0 } } });
    expect(ended).not.toHaveBeenCalled();
    expect(stored.token).toBe('t1');
    expect(await session.run(sendAs('t2'))).toBe(done);
  });

  it('never replays with an empty token: signing out while a request is under way rejects it', async () => {
    const { session, requestNewToken, stored } = setUp('t1');
    const send = vi.fn(async () => {
      stored.token = null;
      return expired;
    });
    await expect(session.run(send)).rejects.toMatchObject({ data: { wire: { code: codes.signInAgain } } });
    expect(send).toHaveBeenCalledOnce();
    expect(requestNewToken).not.toHaveBeenCalled();
  });

  it('does not bring a token back that was cleared while the refresh was under way', async () => {
    const { session, stored } = setUp('t1', async () => {
      stored.token = null;
      return 't2';
    });
    const send = sendAs('t2');
    await expect(session.run(send)).rejects.toBeInstanceOf(WireError);
    expect(stored.token).toBeNull();
    expect(send).toHaveBeenCalledOnce();
  });

  it('uses the token that another tab fetched while this one waited for its turn', async () => {
    const { session, requestNewToken } = setUp('t1', undefined, async (stored) => {
      stored.token = 't2';
    });
    expect(await session.run(sendAs('t2'))).toBe(done);
    expect(requestNewToken).not.toHaveBeenCalled();
  });

  it("replays nothing of one user as another's", async () => {
    const { session, stored } = setUp('t1');
    const send = vi.fn(async () => {
      stored.token = 'of-somebody-else';
      stored.owner = 'somebody else';
      return expired;
    });
    await expect(session.run(send)).rejects.toBeInstanceOf(WireError);
    expect(send).toHaveBeenCalledOnce();
  });

  it('ends on a 403, but not on the late 403 of a token that was replaced since', async () => {
    const { session, ended, stored } = setUp('t1');
    const refused: Answer = { code: codes.signInAgain, envelope: { msg: '登录已失效，请重新登录' } };
    await session.run(async () => {
      stored.token = 't2';
      return refused;
    });
    expect(ended).not.toHaveBeenCalled();
    await session.run(async () => refused);
    expect(ended).toHaveBeenCalledOnce();
    expect(ended.mock.calls[0]?.[0]).toMatchObject({ message: '登录已失效，请重新登录' });
  });

  it('sends public calls without a token and leaves their answers alone', async () => {
    const { session, requestNewToken } = setUp(null);
    const send = vi.fn(async () => expired);
    expect(await session.run(send)).toBe(expired);
    expect(send).toHaveBeenCalledExactlyOnceWith(null);
    expect(requestNewToken).not.toHaveBeenCalled();
  });
});

function setUp(
  token: string | null,
  requestNewToken: SessionDependencies['requestNewToken'] = async () => 't2',
  beforeTurn: (stored: { token: string | null }) => Promise<void> = async () => undefined,
) {
  const stored: { token: string | null; owner: string | null } = { token, owner: 'somebody' };
  const request = vi.fn(requestNewToken);
  const session = createSession({
    readToken: () => stored.token,
    writeToken: (next) => {
      stored.token = next;
    },
    readOwner: () => stored.owner,
    clear: () => {
      stored.token = null;
      stored.owner = null;
    },
    requestNewToken: request,
    exclusively: async (work) => {
      await beforeTurn(stored);
      return work();
    },
  });
  const ended = vi.fn<(failure: WireError | null) => void>();
  session.onEnd(ended);
  return { session, stored, ended, requestNewToken: request };
}

/** Answers 402 to every token but the good one. */
function sendAs(good: string) {
  return vi.fn(async (token: string | null) => (token === good ? done : expired));
}

function wireError(code: number, message = ''): WireError {
  return new WireError(message, {
    code,
    httpStatus: 200,
    requestId: null,
    issues: [],
    retryAfterSeconds: null,
  });
}
