/** How a user likes the columns of a list; kept on the server under the list's name. */
export type ColumnLayout = {
  hidden: string[];
  /** All columns in the order of the screen; new ones of a later console come after them. */
  order: string[];
  /** In sight while the rest scrolls. */
  pinned: string[];
  /** Pixels of the columns that were given another width. */
  widths: Record<string, number>;
};

/** What was kept, by an older console too, or null where the user has not changed anything. */
export function readLayout(stored: unknown): ColumnLayout | null {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return null;
  const { hidden, order, pinned, widths } = stored as Record<string, unknown>;
  return { hidden: names(hidden), order: names(order), pinned: names(pinned), widths: sizes(widths) };
}

function names(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
}

function sizes(stored: unknown): Record<string, number> {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, width]) => typeof width === 'number'));
}
