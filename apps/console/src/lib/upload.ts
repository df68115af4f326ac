import { i18n } from './i18n.ts';
import { session } from './session.ts';
import { noAnswer, type Reply, resultOf, toReply, type WireError, wireHeaders } from './wire.ts';

export interface UploadOptions {
  /** Other fields of the form, as text. */
  fields?: Record<string, string>;
  /** The share of the file that left this browser, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Makes a second sending of the same file for the same purpose harmless. */
  idempotencyKey?: string;
}

/** Sends one file as `multipart/form-data` and answers the `result`; shares the refresh path of every other call. */
export async function upload(url: string, file: File, options: UploadOptions = {}): Promise<unknown> {
  return resultOf(await session.run((token) => sendFile(url, token, file, options)));
}

// XMLHttpRequest, because fetch can't tell how much of a body has been sent.
function sendFile(url: string, token: string | null, file: File, options: UploadOptions): Promise<Reply> {
  const { fields = {}, onProgress, signal, idempotencyKey } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortion());
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', url);
    for (const [name, value] of Object.entries(wireHeaders(url, token)))
      request.setRequestHeader(name, value);
    if (idempotencyKey) request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.onload = () =>
      resolve(toReply(request.responseText, request.status, (name) => request.getResponseHeader(name)));
    request.onerror = () => unsent(file).then(reject);
    request.onabort = () => reject(abortion());
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    request.send(formOf(file, fields));
  });
}

function formOf(file: File, fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, file.name);
  return form;
}

// A browser sends a file only as it was when it was chosen; one that was saved again meanwhile has to be chosen again.
async function unsent(file: File): Promise<WireError> {
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(Boolean, () => false);
  return isReadable ? noAnswer() : noAnswer(undefined, i18n.t('failure.fileChanged'));
}

function abortion(): DOMException {
  return new DOMException('The upload was cancelled', 'AbortError');
}
