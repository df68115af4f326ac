import type { AppContract } from '@xyxlx/contracts/contract';
import type { Endpoint, Kind } from '@xyxlx/contracts/endpoint';
import type { z } from 'zod';
import { download } from './download.ts';
import { followExport } from './export-jobs.ts';
import { type UploadOptions, upload } from './upload.ts';
import { endpointUrl } from './wire.ts';

type PathsOf<K extends Kind> = {
  [Area in keyof AppContract & string]: {
    [Action in keyof AppContract[Area] & string]: AppContract[Area][Action] extends Endpoint<K>
      ? `${Area}/${Action}`
      : never;
  }[keyof AppContract[Area] & string];
}[keyof AppContract & string];

/** The downloads of the contract, `area/action`. */
export type DownloadPath = PathsOf<'download'>;
/** The uploads of the contract, `area/action`. */
export type UploadPath = PathsOf<'upload'>;

type EndpointAt<Path extends string> = Path extends `${infer Area}/${infer Action}`
  ? Area extends keyof AppContract
    ? Action extends keyof AppContract[Area]
      ? AppContract[Area][Action]
      : never
    : never
  : never;

/** What a download or an upload takes beside its file. */
type InputAt<Path extends string> =
  EndpointAt<Path> extends { input: infer I extends z.ZodType } ? z.input<I> : never;
type OutputAt<Path extends string> =
  EndpointAt<Path> extends { output: infer O extends z.ZodType } ? z.output<O> : never;

/** Calls a download of the contract and hands the file to the browser; where it takes long, once the job that makes it is done. */
export async function downloadFile<Path extends DownloadPath>(
  path: Path,
  input: InputAt<Path>,
): Promise<void> {
  const answer = (await download(urlOf(path), input as Record<string, unknown>)) as { jobId: string } | null;
  if (answer) await followExport(answer.jobId);
}

/** Downloads what a list is filtered by; the list has checked its filters against its own query, which the download shares them with. */
export function downloadFiltered(path: DownloadPath, input: object): Promise<void> {
  return downloadFile(path, input as InputAt<DownloadPath>);
}

/** Sends a file to an upload of the contract and answers its result. */
export async function uploadFile<Path extends UploadPath>(
  path: Path,
  file: File,
  fields: InputAt<Path> & Record<string, string>,
  options?: Omit<UploadOptions, 'fields'>,
): Promise<OutputAt<Path>> {
  return (await upload(urlOf(path), file, { ...options, fields })) as OutputAt<Path>;
}

function urlOf(path: string): string {
  const [area = '', action = ''] = path.split('/');
  return endpointUrl(area, action);
}
