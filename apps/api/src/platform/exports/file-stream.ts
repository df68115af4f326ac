import { PassThrough, pipeline, type Readable, type Transform } from 'node:stream';

/** What makes other bytes of a stream's. */
type Step = Transform | ((bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer>);

/**
 * What comes out behind the step. All of it breaks together, and ends as soon as the reader goes away, also one that
 * never began. A stream that breaks between its making and its reading would end the process: this one waits to tell its reader.
 */
export function fileStream(source: Readable, step?: Step): Readable {
  const out = new PassThrough();
  // `pipeline` listens to what it has broken, also before anybody reads.
  const told = () => undefined;
  if (!step) pipeline(source, out, told);
  else if (typeof step === 'function') pipeline(source, step, out, told);
  else pipeline(source, step, out, told);
  // A generator that waits for the source would notice only with its next piece.
  out.once('close', () => source.destroy());
  return out;
}
