import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** Keys for what is kept; they come from the settings and are never in the database (docs/decisions/0005-data-keys.md). */
export interface DataKeys {
  /** Encrypts with AES-256-GCM; `context` is what the text belongs to, and must be given again to read it. */
  encrypt(text: string, context: string): string;
  /** Throws when the text was changed, belongs to something else, or its key is no longer in the settings. */
  decrypt(cipherText: string, context: string): string;
  /** Which key seals now. */
  sealKeyId: string;
  /** The older keys, whose texts can still be read. */
  olderKeyIds: string[];
  /** The keyed hash of a text in hex, or null when the key is no longer in the settings. */
  seal(text: string, keyId: string): string | null;
  /** The keyed hashes in hex under which a card's number may be kept: by the key that encrypts now, then by the older ones. */
  cardIndexes(pan: string): [present: string, ...older: string[]];
}

declare module '../../core/deps.ts' {
  interface Deps {
    dataKeys: DataKeys;
  }
}

interface Derived {
  id: string;
  encryption: KeyObject;
  sealing: KeyObject;
  cardIndexing: KeyObject;
}

/** Derives the keys from the secrets of the settings: the first encrypts and seals, all decrypt and verify. */
export function makeDataKeys(secrets: readonly [string, ...string[]]): DataKeys {
  const [first, ...older] = secrets.map(derive) as [Derived, ...Derived[]];
  const keys = new Map([first, ...older].map((key) => [key.id, key]));
  return {
    encrypt: (text, context) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', first.encryption, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${first.id}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`;
    },
    decrypt: (cipherText, context) => {
      const [id = '', encoded = ''] = cipherText.split('.');
      const key = keys.get(id);
      if (!key) throw new Error('The key of an encrypted value is not in the settings (DATA_KEY).');
      const bytes = Buffer.from(encoded, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key.encryption, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    sealKeyId: first.id,
    olderKeyIds: older.map(({ id }) => id),
    seal: (text, keyId) => {
      const key = keys.get(keyId);
      return key ? hashed(text, key.sealing) : null;
    },
    cardIndexes: (pan) => [
      hashed(pan, first.cardIndexing),
      ...older.map(({ cardIndexing }) => hashed(pan, cardIndexing)),
    ],
  };
}

/** One secret gives one key for each use, so that none tells anything of another or of the tokens signed with the same secret. */
function derive(secret: string): Derived {
  // OpenSSL takes bytes in as a key anew for each text, which costs more than the text.
  const key = (use: string) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'xyxlx', use, 32)));
  const id = createHash('sha256').update(key('key id').export()).digest('hex').slice(0, 12);
  return {
    id,
    encryption: key('encryption at rest'),
    sealing: key('operation log'),
    cardIndexing: key('card index'),
  };
}

function hashed(text: string, key: KeyObject): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
