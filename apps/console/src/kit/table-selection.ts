/** The rows picked in a list, by key; it outlives pages, because the screen keeps it. */
export interface Selection {
  keys: ReadonlySet<string>;
  onChange(keys: ReadonlySet<string>): void;
}

/** What the box in a table's head shows and does. */
export interface PageSelection {
  /** `empty`: there is nothing to pick. */
  state: 'empty' | 'none' | 'some' | 'all';
  toggle(): void;
}

/** The selection as far as it concerns the rows of one page. */
export function withPage(selection: Selection, pageKeys: readonly string[]): PageSelection {
  const picked = pageKeys.filter((key) => selection.keys.has(key)).length;
  const isAll = pageKeys.length > 0 && picked === pageKeys.length;
  const state = isAll ? 'all' : picked > 0 ? 'some' : 'none';
  return {
    state: pageKeys.length === 0 ? 'empty' : state,
    toggle() {
      const keys = new Set(selection.keys);
      for (const key of pageKeys) {
        if (isAll) keys.delete(key);
        else keys.add(key);
      }
      selection.onChange(keys);
    },
  };
}

/** The selection with one row picked or put back. */
export function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
