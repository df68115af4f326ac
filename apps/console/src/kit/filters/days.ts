import type { FilterCodec } from './filter.ts';

/** Days or months in Asia/Shanghai, both included; an end that is '' is open. */
export type Span = [from: string, to: string];

/** A filter of days, written as 2026-11-01..2026-11-30. */
export const days = spanOf(/^\d{4}-\d{2}-\d{2}$/);

/** A filter of months, written as 2026-01..2026-11. */
export const months = spanOf(/^20\d\d-(0[1-9]|1[0-2])$/);

function spanOf(form: RegExp): FilterCodec<Span> {
  const isEnd = (text: string) => text === '' || form.test(text);
  return {
    read: (text) => {
      const [from = '', to] = text.split('..');
      return to !== undefined && isEnd(from) && isEnd(to) ? spanFrom(from, to) : undefined;
    },
    write: ([from, to]) => `${from}..${to}`,
  };
}

/** A span of two ends, or none where both are open. */
export function spanFrom(from: string, to: string): Span | undefined {
  return from || to ? [from, to] : undefined;
}

/** The ends of a span under the names that the wire has for them. */
export function ends<From extends string, To extends string>(
  span: Span | undefined,
  from: From,
  to: To,
): { [Name in From | To]?: string } {
  const given = [
    [from, span?.[0]],
    [to, span?.[1]],
  ].filter(([, end]) => end);
  return Object.fromEntries(given);
}
