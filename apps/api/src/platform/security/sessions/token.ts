import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';

/** What an access token says: the session and the generation of it that it stands for. */
export interface Claims {
  userId: string;
  sessionId: string;
  gen: number;
  expiresAt: Date;
}

/** Signs and reads access tokens (JWT, HS256); nothing personal is in them. */
export interface Tokens {
  /** The token of a generation: the same arguments give the same bytes. */
  sign(session: { id: string; userId: string; gen: number; rotatedAt: Date }): string;
  /** The claims of a token whose signature is good, expired or not; null for any other text. */
  read(token: string): Claims | null;
}

const maxTokenLength = 2048;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Makes the signer: the first secret signs, all verify; `ttl` is the life of a token in milliseconds. */
export function makeTokens(secrets: [string, ...string[]], ttl: number): Tokens {
  // As text, each secret would be tried as a public or private key with every token.
  const keys = secrets.map((secret) => createSecretKey(secret, 'utf8')) as [KeyObject, ...KeyObject[]];
  // What a token says can't change, so it is worked out once; whether it still counts is the session's to say.
  const verified = new LRUCache<string, Claims>({ max: 10_000 });
  return {
    sign: ({ id, userId, gen, rotatedAt }) => {
      // To the millisecond, as RFC 7519 allows: in whole seconds a token of two seconds would live for one or three.
      const iat = rotatedAt.getTime() / 1000;
      const exp = (rotatedAt.getTime() + ttl) / 1000;
      return jwt.sign({ sub: userId, sid: id, gen, iat, exp }, keys[0], { algorithm: 'HS256' });
    },
    read: (token) => {
      if (token.length > maxTokenLength) return null;
      const known = verified.get(token);
      if (known) return known;
      for (const key of keys) {
        const claims = verify(token, key);
        if (claims) {
          verified.set(token, claims);
          return claims;
        }
      }
      return null;
    },
  };
}

function verify(token: string, key: KeyObject): Claims | null {
  try {
    const payload = jwt.verify(token, key, { algorithms: ['HS256'], ignoreExpiration: true });
    if (typeof payload === 'string') return null;
    const { sub, sid, gen, exp } = payload;
    if (typeof sub !== 'string' || typeof gen !== 'number' || !exp) return null;
    if (typeof sid !== 'string' || !uuid.test(sid)) return null;
    return { userId: sub, sessionId: sid, gen, expiresAt: new Date(Math.round(exp * 1000)) };
  } catch {
    return null;
  }
}
