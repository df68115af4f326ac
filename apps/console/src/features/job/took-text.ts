import { countText } from '../../lib/money.ts';

/** A length of time in ms as figures: milliseconds below a second, then seconds, then minutes. */
export function tookText(ms: number | null): string | null {
  if (ms === null) return null;
  if (ms < 1000) return `${ms} ms`;
  const seconds = Math.round(ms / 1000);
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${countText(Math.floor(seconds / 60))} min ${seconds % 60} s`;
}
