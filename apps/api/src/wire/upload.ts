import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { InvalidInput, TooLarge, UnsupportedMedia } from './errors.ts';
import type { IncomingFile } from './implement.ts';

const mebibyte = 1024 * 1024;

/** The largest file of an endpoint that names no limit of its own. */
const defaultMaxFileBytes = 20 * mebibyte;

/** The text fields and the file of a multipart request; fields must come before the file, as the file is not buffered. */
export async function receiveUpload(
  request: FastifyRequest,
  maxFileBytes = defaultMaxFileBytes,
): Promise<{ fields: Record<string, unknown>; file: IncomingFile }> {
  if (!request.isMultipart()) throw new UnsupportedMedia('multipart/form-data');
  const part = await firstFile(request);
  if (part?.fieldname !== 'file') {
    throw new InvalidInput([{ path: 'file', message: 'required' }], {
      zh: '请选择文件（字段 file）',
      en: 'A file is required (field `file`)',
    });
  }
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(part.fields)) {
    // A field that is there twice stays a list, which the contract refuses.
    if (Array.isArray(field)) fields[name] = field.map((one) => (one.type === 'field' ? one.value : null));
    else if (field?.type === 'field') fields[name] = field.value;
  }
  return {
    fields,
    file: {
      // It never becomes a path, but it is kept and shown.
      fileName: part.filename.replace(/\p{Cc}/gu, ''),
      mediaType: part.mimetype,
      stream: limited(part.file, maxFileBytes),
    },
  };
}

/** The first file of the form; what the parser throws is about the form, whatever the parser calls it. */
async function firstFile(request: FastifyRequest) {
  try {
    // Past the limit the stream must fail, not end as if the file were whole.
    return await request.file({ limits: { fileSize: Infinity }, throwFileSizeLimit: false });
  } catch {
    throw brokenForm();
  }
}

function brokenForm(): InvalidInput {
  return new InvalidInput([], {
    zh: '上传的表单不完整或格式有误',
    en: 'The uploaded form is broken or incomplete',
  });
}

function limited(file: Readable, maxBytes: number): Readable {
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, push) {
      size += chunk.length;
      if (size > maxBytes) push(new TooLarge(`${maxBytes / mebibyte} MiB`));
      else push(null, chunk);
    },
  });
  file.once('error', () => stream.destroy(brokenForm()));
  // Whoever reads sees the failure of either; nobody else waits for it here.
  pipeline(file, stream, () => undefined);
  return stream;
}

/** So much of a refused body is still read, so that a client which sends a little too much gets its answer; in bytes and ms. */
const tail = { bytes: mebibyte / 2, wait: 1000 };

/** Reads no more than a little of a body that nobody wants, and then closes the connection: the answer is on its way before. */
export function stopReceiving(body: IncomingMessage): void {
  let more = 0;
  body.on('data', (chunk: Buffer) => {
    more += chunk.length;
    if (more <= tail.bytes) return;
    body.pause();
    setTimeout(() => body.socket.destroy(), tail.wait).unref();
  });
  body.resume();
}
