/** One field that differs, as a person reads it. */
interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

type Values = Record<string, unknown>;

/** What changed, field by field; nested values by their path, lists in one line. */
export function changesOf(before: Values | null, after: Values | null): Change[] {
  const was = flat(before ?? {});
  const is = flat(after ?? {});
  const fields = new Set([...was.keys(), ...is.keys()]);
  return [...fields]
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

function flat(values: Values, prefix = ''): Map<string, string | null> {
  return new Map(
    Object.entries(values).flatMap(([name, value]) => {
      const path = prefix ? `${prefix}.${name}` : name;
      if (isObject(value)) return [...flat(value, path)];
      return [[path, textOf(value)] as const];
    }),
  );
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isReference(value);
}

/** Another record as the log keeps it: by its id and the name that it had then. */
function isReference(value: object): value is { id: string; name: string } {
  return 'id' in value && 'name' in value && Object.keys(value).length === 2;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((one) => textOf(one) ?? '').join('、');
  if (typeof value !== 'object') return String(value);
  return isReference(value) ? value.name : JSON.stringify(value);
}
