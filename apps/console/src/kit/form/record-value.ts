/** What a record has for a field: where an input asks for `companyId` or `roleIds`, a record answers with its `company` or `roles`; `sla.high` is of its `sla`. */
export function recordValue(record: object, name: string): unknown {
  const values = record as Readonly<Record<string, unknown>>;
  if (name in values) return values[name];
  const [first = '', ...rest] = name.split('.');
  if (rest.length > 0)
    return isRecord(values[first]) ? recordValue(values[first], rest.join('.')) : undefined;
  const owner = values[name.replace(/Id(s?)$/, '$1')] as Owner | Owner[] | null | undefined;
  if (Array.isArray(owner)) return owner.map(({ id }) => id);
  return owner === undefined ? undefined : (owner?.id ?? null);
}

interface Owner {
  id: unknown;
}

// The entries of a list have what the list around them begins with.
function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
