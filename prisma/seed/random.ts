import { createHash } from 'node:crypto';

/** A source of numbers in [0, 1) that gives the same sequence for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of the choices. */
export function pick<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

/** When the seeded tenants began. */
export const firstInstant = new Date('2025-01-01T00:00:00Z');

/** The id of a record made at an instant, or there from the first: the same name gives the same UUIDv7 on every machine. */
export function idOf(name: string, at = firstInstant): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const hex = createHash('sha256').update(name).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`;
}
