interface Company {
  id: string;
  name: string;
  parentId: string | null;
}

/** The companies as the options of a select: children below their parents, further in. */
export function companyOptions(companies: readonly Company[]): { value: string; label: string }[] {
  const known = new Set(companies.map(({ id }) => id));
  // A parent outside the caller's data scope is not listed; its children then stand at the top.
  const isRoot = ({ parentId }: Company) => parentId === null || !known.has(parentId);
  const below = (depth: number, level: readonly Company[]): { value: string; label: string }[] =>
    level.flatMap(({ id, name }) => [
      { value: id, label: `${'\u3000'.repeat(depth)}${name}` },
      ...below(
        depth + 1,
        companies.filter(({ parentId }) => parentId === id),
      ),
    ]);
  return below(0, companies.filter(isRoot));
}
