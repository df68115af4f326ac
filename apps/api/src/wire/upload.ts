import type { FastifyRequest } from 'fastify';
import { InvalidInput, UnsupportedMedia } from './errors.ts';
import type { IncomingFile } from './implement.ts';

/** The text fields and the file of a multipart request; fields must come before the file, as the file is not buffered. */
export async function receiveUpload(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; file: IncomingFile }> {
  if (!request.isMultipart()) throw new UnsupportedMedia('multipart/form-data');
  const part = await request.file();
  if (!part || part.fieldname !== 'file') {
    throw new InvalidInput([{ path: 'file', message: 'required' }], {
      zh: '请选择文件（字段 file）',
      en: 'A file is required (field `file`)',
    });
  }
  const fields: Record<string, string> = {};
  for (const [name, field] of Object.entries(part.fields)) {
    if (field && !Array.isArray(field) && field.type === 'field') fields[name] = String(field.value);
  }
  return { fields, file: { fileName: part.filename, mediaType: part.mimetype, stream: part.file } };
}
