import type { FastifyRequest } from 'fastify';
import { InvalidInput } from '../core/errors.ts';

/** A form is a handful of short fields and one file; how large the file may be is for its reader to say. */
const limits = { files: 1, fields: 20, fieldSize: 16 * 1024, parts: 21, fileSize: Number.POSITIVE_INFINITY };

/** A multipart body that has arrived as far as its file. */
interface Form {
  name: string;
  mediaType: string;
  /** The rest of the form arrives only when the file is read to its end; a handler that stops early does without it. */
  file: AsyncIterable<Buffer>;
  /** Every text field, before the file or after it; to be asked for when the file has been read. One that is there twice is a list. */
  fields(): Promise<Record<string, unknown>>;
}

/** Reads a multipart body; what is wrong with the form is `InvalidInput`. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  const parts = request.parts({ limits });
  const fields = new Map<string, unknown>();

  /** The next file; null at the end of the form. */
  async function nextFile() {
    for (;;) {
      const { value: part } = await parts.next().catch(() => Promise.reject(brokenForm()));
      if (!part) return null;
      if (part.type === 'file') return part;
      const { fieldname: name, value, valueTruncated } = part;
      if (name === undefined || valueTruncated) throw brokenForm();
      fields.set(name, fields.has(name) ? [fields.get(name), value].flat() : value);
    }
  }

  const part = await nextFile();
  if (part?.fieldname !== 'file') {
    part?.file.destroy();
    throw fileMissing();
  }
  return {
    name: part.filename ?? '',
    mediaType: part.mimetype,
    file: wholly(part.file),
    fields: async () => {
      if (await nextFile()) throw brokenForm();
      return Object.fromEntries(fields);
    },
  };
}

/** The parser fails the file where the form ends within it. */
async function* wholly(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch {
    throw brokenForm();
  }
}

/** The form ends too early, or has too much of something. */
function brokenForm(): InvalidInput {
  return new InvalidInput([], {
    zh: '上传的表单不完整或格式有误',
    en: 'The uploaded form is broken or incomplete',
  });
}

function fileMissing(): InvalidInput {
  const message = { zh: '请选择文件（字段 file）', en: 'A file is required (field `file`)' };
  return new InvalidInput([{ path: 'file', message }], message);
}
