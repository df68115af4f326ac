import { codes } from '@xyxlx/contracts/wire';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createFailureReporter } from './failure.ts';
import { startI18n } from './i18n.ts';
import { WireError } from './wire.ts';

beforeAll(() => startI18n(async () => ({})));

describe('the failure toasts', () => {
  it("show the server's words for a 406, and the standing words when it has none", () => {
    const { report, shown } = reporter();
    report(wireError(codes.refused, '余额不足'));
    report(wireError(codes.refused, ''));
    expect(shown).toEqual(['余额不足', '请求失败，请稍后重试']);
  });

  it('show 登录已失效，请重新登录 for a 403 without words', () => {
    const { report, shown } = reporter();
    report(wireError(codes.signInAgain, ''));
    expect(shown).toEqual(['登录已失效，请重新登录']);
  });

  it('show many failures at once as one, though each fault names another request', () => {
    const { report, shown } = reporter();
    for (let number = 0; number < 10; number += 1)
      report(wireError(codes.fault, `请求失败，请稍后重试 (r${number})`));
    expect(shown).toHaveLength(1);
  });

  it('show the same failure again when it comes again later', () => {
    const { report, shown, wait } = reporter();
    report(wireError(0));
    wait(5000);
    report(wireError(0));
    expect(shown).toHaveLength(2);
  });

  it('keep quiet about calls given up and about what the screen shows itself', () => {
    const { report, shown } = reporter();
    report(new DOMException('given up', 'AbortError'));
    report(wireError(codes.ok, '当前密码错误'));
    expect(shown).toEqual([]);
  });
});

function reporter() {
  let time = 0;
  const shown: string[] = [];
  const report = createFailureReporter(
    vi.fn((text: string) => shown.push(text)),
    () => time,
  );
  return {
    report,
    shown,
    wait: (ms: number) => {
      time += ms;
    },
  };
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
