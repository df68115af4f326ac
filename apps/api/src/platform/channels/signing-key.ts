import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { BadSecret } from './account.ts';

/** A PEM block; what was typed into one line has lost its line breaks. */
const block = /-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g;

/** The private key in a secret: PEM, or bare base64 of PKCS#8 or PKCS#1 as the channels' own tools write it. */
export function privateKeyOf(secret: string): KeyObject {
  const pem = blocksOf(secret).find(({ label }) => label.endsWith('PRIVATE KEY'));
  const der = pem?.der ?? Buffer.from(secret.replace(/\s+/g, ''), 'base64');
  const kinds = pem?.label === 'RSA PRIVATE KEY' ? (['pkcs1'] as const) : (['pkcs8', 'pkcs1'] as const);
  for (const type of kinds) {
    try {
      const key = createPrivateKey({ key: der, format: 'der', type });
      if (key.asymmetricKeyType === 'rsa') return key;
    } catch {
      // Not of this kind: the next one.
    }
  }
  throw new BadSecret({
    zh: '密钥格式不正确：应为 RSA 私钥',
    en: 'The secret is not in the right form: it should be an RSA private key',
  });
}

/** The private key and the certificate in a secret, which belong together. */
export function keyPairOf(secret: string): { key: KeyObject; certificate: X509Certificate } {
  const key = privateKeyOf(secret);
  const der = blocksOf(secret).find(({ label }) => label === 'CERTIFICATE')?.der;
  const certificate = der && certificateOf(der);
  if (!certificate) {
    throw new BadSecret({
      zh: '密钥中没有证书：请把商户证书（PEM）粘贴在私钥之后',
      en: 'The secret has no certificate: paste the merchant certificate (PEM) after the private key',
    });
  }
  if (!certificate.checkPrivateKey(key)) {
    throw new BadSecret({
      zh: '密钥中的私钥与证书不是一对',
      en: 'The private key and the certificate do not belong together',
    });
  }
  return { key, certificate };
}

function blocksOf(secret: string): { label: string; der: Buffer }[] {
  return [...secret.matchAll(block)].map(([, label = '', base64 = '']) => ({
    label,
    der: Buffer.from(base64.replace(/\s+/g, ''), 'base64'),
  }));
}

function certificateOf(der: Buffer): X509Certificate | null {
  try {
    return new X509Certificate(der);
  } catch {
    return null;
  }
}
