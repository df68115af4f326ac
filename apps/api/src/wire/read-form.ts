import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { InvalidInput } from './errors.ts';

/** A form is a handful of short fields and one file. */
const limits = { files: 1, fields: 20, fieldSize: 16 * 1024, parts: 21 };

/** The file of a form while it arrives; whoever has it reads it to its end or destroys it. */
export interface FilePart {
  name: string;
  mediaType: string;
  stream: Readable;
}

/** A multipart body on its way in. */
export interface Form {
  /** As soon as the file begins; rejects when there is none. */
  file: Promise<FilePart>;
  /** Every text field, before the file or after it, when the form has ended; rejects when it is broken. One that is there twice is a list. */
  fields: Promise<Record<string, unknown>>;
}

/** Reads a multipart body: the file must be read for the rest to arrive. What is wrong with the form is `InvalidInput`. */
export function readForm({ raw, headers }: FastifyRequest): Form {
  const file = Promise.withResolvers<FilePart>();
  const ended = Promise.withResolvers<Record<string, unknown>>();
  // Whoever waits for one of them does not always wait for the other.
  for (const { promise } of [file, ended]) promise.catch(() => undefined);
  const fields = new Map<string, unknown>();
  let parser: BusboyInstance | undefined;
  let arriving: Readable | undefined;

  const fail = (failure: InvalidInput) => {
    if (parser) raw.unpipe(parser);
    arriving?.destroy(failure);
    file.reject(failure);
    ended.reject(failure);
  };

  try {
    parser = new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits });
  } catch {
    fail(brokenForm());
    return { file: file.promise, fields: ended.promise };
  }
  parser.on('field', (name: string | undefined, value, _nameCut, valueCut) => {
    if (name === undefined || valueCut) fail(brokenForm());
    else fields.set(name, fields.has(name) ? [fields.get(name), value].flat() : value);
  });
  parser.on(
    'file',
    (name: string | undefined, stream, fileName: string | undefined, _encoding, mediaType) => {
      arriving = stream;
      // The parser reports a form that ends within the file here, and nowhere else.
      stream.on('error', () => fail(brokenForm()));
      stream.once('close', () => {
        // Whoever reads has had enough: the parser would wait for ever.
        if (!stream.readableEnded && parser) raw.unpipe(parser);
      });
      if (name === 'file') file.resolve({ name: fileName ?? '', mediaType, stream });
      else fail(fileMissing());
    },
  );
  parser.once('finish', () => {
    file.reject(fileMissing());
    ended.resolve(Object.fromEntries(fields));
  });
  for (const event of ['error', 'filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(event, () => fail(brokenForm()));
  }
  raw.once('close', () => {
    if (!raw.complete) fail(brokenForm());
  });
  raw.pipe(parser);
  return { file: file.promise, fields: ended.promise };
}

function brokenForm(): InvalidInput {
  return new InvalidInput([], {
    zh: '上传的表单不完整或格式有误',
    en: 'The uploaded form is broken or incomplete',
  });
}

function fileMissing(): InvalidInput {
  return new InvalidInput([{ path: 'file', message: 'required' }], {
    zh: '请选择文件（字段 file）',
    en: 'A file is required (field `file`)',
  });
}
