import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../core/deps.ts';
import { TooLarge } from '../core/errors.ts';
import { bodyLimits, sizeText } from './body-limit.ts';

/**
 * Reads the body of a signed call and makes its channel the caller, before anything of the body is looked at; returns it to be parsed.
 * Throws 413, and 406 for a call that is not a bound channel's own.
 */
export async function readSigned(
  { signedCalls }: Pick<Deps, 'signedCalls'>,
  request: FastifyRequest,
  payload: Readable,
): Promise<Readable> {
  const body = await bytesOf(payload);
  const [path = ''] = request.url.split('?', 1);
  request.caller = await signedCalls.authenticate({ headers: request.headers, path, body, log: request.log });
  return Readable.from([body], { objectMode: false });
}

async function bytesOf(payload: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Left open: what is refused is still answered over this connection.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > bodyLimits.anybody) throw new TooLarge(sizeText(bodyLimits.anybody));
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
