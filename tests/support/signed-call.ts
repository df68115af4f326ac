import { signatureOf } from '../../apps/api/src/platform/security/signed-calls/signature.ts';
import type { TestApi } from './test-api.ts';

/** Whom a call says that it is of, and the secret that it is signed with. */
export interface Signing {
  bindingId: string;
  secret: string;
}

/** The headers of a signed call; each may be another than it should be. */
export function signedHeaders(
  { bindingId, secret }: Signing,
  path: string,
  body: string,
  given: { at?: Date; timestamp?: string; nonce?: string } = {},
): Record<string, string> {
  const { at = new Date(), timestamp = String(Math.floor(at.getTime() / 1000)), nonce = newNonce() } = given;
  const parts = { timestamp, nonce, path: `/xyxlx/${path}`, body: Buffer.from(body) };
  return {
    'Content-Type': 'application/json',
    'X-Channel-Id': bindingId,
    'X-Timestamp': timestamp,
    'X-Nonce': nonce,
    'X-Signature': signatureOf(secret, parts),
  };
}

/** A nonce that nobody has used. */
export function newNonce(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

let made = 0;

/** A bound channel account of a tenant, with the secret that it signs with. */
export async function boundChannel(
  { deps }: Pick<TestApi, 'deps'>,
  tenantId: string,
  given: { channel?: 'ALIPAY' | 'WECHAT' | 'UNIONPAY' } = {},
): Promise<Signing> {
  made += 1;
  const bindingId = crypto.randomUUID();
  const secret = `callback-secret-of-a-test-${crypto.randomUUID()}`;
  const { prisma } = deps.database;
  await prisma.channelBinding.create({
    data: {
      id: bindingId,
      tenantId,
      channel: given.channel ?? 'ALIPAY',
      name: `渠道${made}`,
      appId: 'app',
      externalId: `signing-${crypto.randomUUID()}`,
      address: 'https://channel.example',
      state: 'BOUND',
      secretCipher: deps.dataKeys.encrypt('a secret of a test', `channel_bindings/${bindingId}/secret`),
      secretSetAt: deps.clock.now(),
      callbackSecretCipher: deps.dataKeys.encrypt(secret, `channel_bindings/${bindingId}/callback-secret`),
      callbackSecretSetAt: deps.clock.now(),
    },
  });
  await prisma.channelRegistry.create({ data: { bindingId, tenantId } });
  return { bindingId, secret };
}

/** How a binding that is there signs. */
export async function boundSecret(
  { deps }: Pick<TestApi, 'deps'>,
  tenantId: string,
  bindingId: string,
): Promise<Signing> {
  const { callbackSecretCipher } = await deps.database.prisma.channelBinding.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: bindingId } },
  });
  const secret = deps.dataKeys.decrypt(
    callbackSecretCipher as string,
    `channel_bindings/${bindingId}/callback-secret`,
  );
  return { bindingId, secret };
}
