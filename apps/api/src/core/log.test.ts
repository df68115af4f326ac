import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { makeLog } from './log.ts';

test('logs: no token, password, code, whole phone or card number or e-mail address, ever', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  const log = makeLog('info', sink);
  log.info(
    { headers: { authorization: token }, input: { password: 'Xyxlx@2026', mobile: '13800000001' } },
    'call',
  );
  log.error(
    {
      err: new Error(
        `no user 13800000001 with card 6222021234567890123, token ${token}, finance.one@mail.example.com refused`,
      ),
    },
    'failed',
  );

  const text = lines.join('');
  for (const secret of [token, 'Xyxlx@2026', '13800000001', '6222021234567890123', 'finance.one@'])
    expect(text).not.toContain(secret);
  expect(text).toContain('no user *** with card ***, token ***, *** refused');
});
