/** Names under which a connection keeps statements prepared, each text its own. */
export type StatementNames = (text: string) => string | undefined;

/** How many texts get a name: filters can be combined in many ways, and each connection keeps what it prepared. */
const maxNames = 400;

/** Names that begin with `prefix`, which no other names on the same connections may; the first texts get one, those past the bound don't. */
export function makeStatementNames(prefix: string): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known || names.size >= maxNames) return known;
    const name = `${prefix}${names.size}`;
    names.set(text, name);
    return name;
  };
}
