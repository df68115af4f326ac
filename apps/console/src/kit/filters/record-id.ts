import type { FilterCodec } from './filter.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A filter by another record's id; anything else in the address is ignored. */
export const recordId: FilterCodec<string> = {
  read: (text) => (uuid.test(text) ? text : undefined),
  write: (id) => id,
};
