/** What a record has for a field: where an input asks for `companyId` or `roleIds`, a record answers with its `company` or `roles`. */
export function recordValue(record: object, name: string): unknown {
  const values = record as Readonly<Record<string, unknown>>;
  if (name in values) return values[name];
  const owner = values[name.replace(/Id(s?)$/, '$1')] as Owner | Owner[] | null | undefined;
  if (Array.isArray(owner)) return owner.map(({ id }) => id);
  return owner === undefined ? undefined : (owner?.id ?? null);
}

interface Owner {
  id: unknown;
}
