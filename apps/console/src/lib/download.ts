import { codes } from '@xyxlx/contracts/wire';
import { pending } from './pending.ts';
import { session } from './session.ts';
import { type Reply, readReply, resultOf, send } from './wire.ts';

interface DownloadOptions {
  /** Sends the input as `application/x-www-form-urlencoded`, for endpoints that older clients call that way. */
  form?: boolean;
  signal?: AbortSignal;
}

type FileReply = { code: typeof codes.ok; file: Blob; name: string } | (Reply & { file?: never });

/** Calls a download endpoint and hands the file to the browser; a JSON envelope instead of a file is a failure, or its `result`. */
export async function download(
  url: string,
  input: Record<string, unknown>,
  options: DownloadOptions = {},
): Promise<unknown> {
  const reply = await pending.during(session.run((token) => fetchFile(url, token, input, options)));
  if (!reply.file) return resultOf(reply);
  saveFile(reply.file, reply.name);
  return null;
}

/** The file name of a `Content-Disposition` header, or null when it names none. */
export function fileNameOf(disposition: string | null): string | null {
  if (!disposition) return null;
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;]+))/i.exec(disposition);
  const name = extended ? decode(extended.trim()) : (plain?.[1] ?? plain?.[2]?.trim());
  // A name is a name: no folder, whatever the header says.
  return name?.split(/[\\/]/).pop() || null;
}

async function fetchFile(
  url: string,
  token: string | null,
  input: Record<string, unknown>,
  { form, signal }: DownloadOptions,
): Promise<FileReply> {
  const response = await send(url, token, {
    body: form ? formBody(input) : JSON.stringify(input),
    headers: form ? {} : { 'Content-Type': 'application/json' },
    signal: signal ?? null,
  });
  const name = fileNameOf(response.headers.get('Content-Disposition'));
  if (!response.ok || name === null) return readReply(response);
  return { code: codes.ok, file: await response.blob(), name };
}

function formBody(input: Record<string, unknown>): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    body.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return body;
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers start reading after the click returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
