/** A list's filters, order and page size that a user keeps under a name. */
export type SavedView = {
  name: string;
  /** The address's query. */
  search: string;
  /** Shown to whoever opens the list without asking for anything. */
  isDefault: boolean;
};

// What lies over a list, and the page one happens to be on, are no part of a view.
const passing = ['open', 'import', 'pageNum'];

/** The address's query as a view keeps it. */
export function searchOfView(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  for (const field of passing) kept.delete(field);
  kept.sort();
  return kept.toString();
}

/** The views that were kept, by an older console too. */
export function readViews(stored: unknown): SavedView[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((one) => typeof one?.name === 'string' && typeof one?.search === 'string')
    .map(({ name, search, isDefault }) => ({ name, search, isDefault: isDefault === true }));
}
