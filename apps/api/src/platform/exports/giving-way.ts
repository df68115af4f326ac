import { Transform } from 'node:stream';
import { makeThrottle } from '../load/background-throttle.ts';

/** How much of a file waits for its reader, in bytes. */
export const highWaterMark = 256 * 1024;

/** So much is read without a pause: what it takes tells what the rest will cost the database. */
const measuredBytes = 2 * 1024 * 1024;

/**
 * Lets through what the database writes, at a slower pace while others wait for answers. While its reader pauses the database writes on, as
 * far as sockets hold megabytes: what comes after a pause seems to have cost nothing.
 */
export function givingWay(): Transform {
  const throttle = makeThrottle();
  let began = 0;
  let bytes = 0;
  let msPerByte = 0;
  return new Transform({
    highWaterMark,
    transform: (chunk: Buffer, _, done) => {
      if (bytes >= measuredBytes) {
        throttle(chunk.length * msPerByte).then(() => done(null, chunk));
        return;
      }
      began ||= performance.now();
      bytes += chunk.length;
      msPerByte = (performance.now() - began) / bytes;
      done(null, chunk);
    },
  });
}
