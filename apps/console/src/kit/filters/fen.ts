import type { FilterCodec } from './filter.ts';

/** A filter by an amount, whole fen in the address. */
export const fen: FilterCodec<number> = {
  read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
  write: (value) => (Number.isNaN(value) ? '' : String(value)),
};
