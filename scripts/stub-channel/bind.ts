import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { BindingRow } from '@xyxlx/contracts/channel';
import type { Service } from './service.ts';

/** What a call is signed with. */
export interface Signing {
  bindingId: string;
  secret: string;
}

/** The stub's number at the service; a number of nobody's at the real channel. */
const externalId = '2088999999999999';

/**
 * Binds the stub at the service as an operator binds a channel: adds the account or takes the one of an earlier start, with new secrets,
 * and has it authorised, for which the service asks `address`. Throws a sentence where the service may not reach it.
 */
export async function bindStub({ call }: Service, address: string): Promise<Signing> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const secret = randomBytes(32).toString('hex');
  const form = {
    name: '本机模拟渠道',
    appId: 'stub',
    externalId,
    address,
    secret: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    callbackSecret: secret,
  };
  const known = await call<{ list: BindingRow[] }>('channel/queryBinding', { keyword: externalId });
  const old = known.list.find(({ state }) => state !== 'RELEASED');
  const { id, version } = old
    ? await call<BindingRow>('channel/editBinding', { id: old.id, version: old.version, ...form })
    : await call<BindingRow>('channel/addBinding', { channel: 'ALIPAY', ...form });
  const bound = await call<BindingRow>('channel/authorizeBinding', { id, version });
  if (bound.state !== 'BOUND')
    throw new Error(`The binding was refused: ${bound.lastCheck?.message ?? bound.state}`);
  return { bindingId: id, secret };
}
