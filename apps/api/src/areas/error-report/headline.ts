import { createHash } from 'node:crypto';
import { maskedKeyword } from '../../platform/security/mask.ts';

/** So much of a line is kept, in characters. */
const longest = 300;

/** How lines begin that say what went wrong: `TypeError: …`, `java.io.IOException …`, `panic: …`. */
const failure = /(^|[\s.])\w*(Error|Exception)\b|^\s*(fatal|panic)\b|错误|异常/i;

/** What went wrong, in one line of a log: the first that says so, else what the reporter wrote, else its first words. */
export function headlineOf({ note, content }: { note: string; content: string }): string {
  const lines = content.split('\n').map((line) => line.trim());
  const said = lines.find((line) => failure.test(line)) ?? note.split('\n')[0]?.trim();
  const line = said || lines.find((one) => one !== '') || '';
  // A log has control characters, a list has none.
  return maskedKeyword(line.slice(0, 2 * longest).replace(/\p{Cc}/gu, ' ')).slice(0, longest);
}

/** The same for the same error, whichever record, number or request it met. */
export function fingerprintOf(headline: string): string {
  const kind = headline.toLowerCase().replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+/g, '#');
  return createHash('sha256').update(kind).digest('hex').slice(0, 16);
}
