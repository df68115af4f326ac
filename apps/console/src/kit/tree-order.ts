/** One of the items of a tree, and how far in it stands. */
export interface TreeItem<T> {
  item: T;
  depth: number;
  hasChildren: boolean;
}

/**
 * The items with children right after their parents, siblings in the order they came in. What stands below an item that
 * is not among them (outside the caller's data scope, filtered out, on another page) stands at the top.
 */
export function treeOrder<T extends { id: string }>(
  items: readonly T[],
  parentIdOf: (item: T) => string | null,
): TreeItem<T>[] {
  const known = new Set(items.map(({ id }) => id));
  const below = new Map<string | null, T[]>();
  for (const item of items) {
    const parentId = parentIdOf(item);
    const at = parentId !== null && known.has(parentId) ? parentId : null;
    below.set(at, [...(below.get(at) ?? []), item]);
  }
  const level = (parentId: string | null, depth: number): TreeItem<T>[] =>
    (below.get(parentId) ?? []).flatMap((item) => [
      { item, depth, hasChildren: below.has(item.id) },
      ...level(item.id, depth + 1),
    ]);
  return level(null, 0);
}

/** Without what stands below a closed item. */
export function openPart<T extends { id: string }>(
  tree: readonly TreeItem<T>[],
  closed: ReadonlySet<string>,
): TreeItem<T>[] {
  let deepest = Number.POSITIVE_INFINITY;
  return tree.filter(({ item, depth }) => {
    if (depth > deepest) return false;
    deepest = closed.has(item.id) ? depth : Number.POSITIVE_INFINITY;
    return true;
  });
}
