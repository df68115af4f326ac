import { Writable } from 'node:stream';
import { demoPassword } from '@xyxlx/database/seed/accounts';
import { expect, test } from 'vitest';
import { sentCode } from '../../../../tests/support/accounts.ts';
import { startTestApi } from '../../../../tests/support/test-api.ts';
import { makeLog } from './log.ts';

test('logs of a whole service at its most talkative: no token, password, code, whole phone or card number, ever', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const api = await startTestApi({ override: () => ({ log: makeLog('trace', sink) }) });
  const mobile = '13800000002';
  const newPassword = 'An0ther#Passphrase';
  const token = await api.signIn(mobile);
  const search = { keyword: '6222021234567890123' };
  await api.call('userAccount/login', { mobile, password: 'wr0ng-Password' });
  await api.call('userAccount/getUser', {}, `${token}x`);
  await api.call('search/findMerchant', search, token);
  await api.call('merchant/queryMerchant', { keyword: mobile, unknown: newPassword }, token);
  await fetch(`${api.url}/xyxlx/merchant/queryMerchant?keyword=${mobile}&token=${token}`);
  await fetch(`${api.url}/xyxlx/${mobile}/${token}`);
  await api.call('verificationCode/requestVerificationCode', { mobile, scene: 'resetPassword' });
  const code = await sentCode(api, mobile, 'resetPassword');
  await api.call('userAccount/resetPassword', { mobile, verificationCode: code, newPassword });
  await api.close();

  const text = lines.join('');
  expect(text).toContain('/xyxlx/userAccount/resetPassword');
  expect(lines.filter((line) => line.includes('"resourcestype":"missing"'))).toHaveLength(2);
  const secrets = [token, demoPassword, newPassword, 'wr0ng-Password', mobile, search.keyword, `"${code}"`];
  for (const secret of secrets) expect(text).not.toContain(secret);
});
