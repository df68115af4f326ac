import type { Endpoint } from '@xyxlx/contracts/endpoint';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** The most bytes of a body that comes with a session, and of one that anybody may send. */
export const bodyLimits = { session: mebibyte, anybody: 16 * kibibyte } as const;

/** The most bytes of an endpoint's body; an upload's file has a limit of its own. */
export function bodyLimitOf({ kind, access }: Pick<Endpoint, 'kind' | 'access'>): number | undefined {
  if (kind === 'upload') return undefined;
  return access === 'session' ? bodyLimits.session : bodyLimits.anybody;
}

/** So many bytes in words. */
export function sizeText(bytes: number): string {
  return bytes < mebibyte ? `${bytes / kibibyte} KiB` : `${bytes / mebibyte} MiB`;
}
