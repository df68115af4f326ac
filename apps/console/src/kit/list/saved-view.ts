/** A list's filters, order and page size that a user keeps under a name. */
export type SavedView = {
  name: string;
  /** Those parameters of the address, as a query. */
  search: string;
  /** Shown to whoever opens the list without asking for anything. */
  isDefault: boolean;
};

/** The part of the address that a view keeps: the named parameters, in an order that makes equal views equal. */
export function searchOfView(search: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams([...search].filter(([name]) => names.includes(name)));
  kept.sort();
  return kept.toString();
}

/** The address with a view in force: whatever else stands in it stays, but for the page and what lies over the list. */
export function withView(search: URLSearchParams, names: readonly string[], view: string): URLSearchParams {
  const passing = [...names, 'open', 'pageNum'];
  const others = [...search].filter(([name]) => !passing.includes(name));
  return new URLSearchParams([...others, ...new URLSearchParams(view)]);
}

/** The views that were kept, by an older console too. */
export function readViews(stored: unknown): SavedView[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((one) => typeof one?.name === 'string' && typeof one?.search === 'string')
    .map(({ name, search, isDefault }) => ({ name, search, isDefault: isDefault === true }));
}
