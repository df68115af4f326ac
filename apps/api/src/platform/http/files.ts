import type { Readable } from 'node:stream';
import type { Spooled } from './spool.ts';

/** A file that came in, kept on disk while its request is handled. */
export interface IncomingFile extends Spooled {
  fileName: string;
  mediaType: string;
}

/** A file on its way out. */
export interface OutgoingFile {
  fileName: string;
  mediaType: string;
  body: Readable | Buffer;
}
