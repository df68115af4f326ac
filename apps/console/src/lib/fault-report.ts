import { failureOf } from './failure.ts';
import { uploadFile } from './files.ts';
import { releaseOf } from './new-version.ts';
import { readUser } from './storage.ts';
import { lastRequestId } from './wire.ts';

/** Hands what went wrong on this page to the error-log upload and answers the ticket. */
export async function reportFault(error: unknown): Promise<string> {
  const requestId = requestIdOf(error);
  const log = new File([faultLog(error, requestId)], 'console-fault.txt', { type: 'text/plain' });
  const serial = requestId ?? `console-${Date.now()}`;
  const { ticket } = await uploadFile('errorReport/uploadErrorReport', log, {
    serial,
    note: headline(error),
    // Without its query: that may name a person.
    page: window.location.pathname.slice(0, 200),
    release: releaseOf(),
    reporter: (readUser()?.name ?? '').slice(0, 50),
  });
  return ticket;
}

/** The request that failed, or the last one before the page did. */
export function requestIdOf(error: unknown): string | null {
  return failureOf(error).wire?.requestId ?? lastRequestId();
}

function faultLog(error: unknown, requestId: string | null): string {
  return [
    `time: ${new Date().toISOString()}`,
    `page: ${window.location.pathname}`,
    `request: ${requestId ?? 'none'}`,
    `browser: ${navigator.userAgent}`,
    '',
    error instanceof Error ? (error.stack ?? headline(error)) : headline(error),
  ].join('\n');
}

function headline(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 1000);
}
