import type pg from 'pg';

/** Narrows ids by their tables to those that statements can come across. */
export type Reach = (statements: readonly string[], of: Map<string, string>) => Map<string, string>;

/**
 * The tables that statements name, also through functions and triggers, and those that a key of theirs refers to. Until an id is found
 * nothing else is asked than for a missing one, so an id of any other table is like a missing one.
 */
export async function readReach(admin: pg.Client): Promise<Reach> {
  const { rows } = await admin.query<{ word: string; leads: string }>(`
    SELECT proname AS word, prosrc AS leads FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT t.tgrelid::regclass::text, p.proname FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal
    UNION ALL SELECT conrelid::regclass::text, 'REFERENCES ' || confrelid::regclass::text FROM pg_constraint WHERE contype = 'f'`);
  const leads = Map.groupBy(rows, ({ word }) => word);
  return (statements, of) => {
    const words = new Set<string>();
    const followed = new Set<string>();
    const open = [...statements];
    for (let text = open.pop(); text !== undefined; text = open.pop()) {
      // What is referred to is looked at by its key alone, and leads no further.
      const isReference = text.startsWith('REFERENCES ');
      for (const word of text.match(/\w+/g) ?? []) {
        words.add(word);
        if (isReference || followed.has(word)) continue;
        followed.add(word);
        open.push(...(leads.get(word) ?? []).map((one) => one.leads));
      }
    }
    return new Map([...of].filter(([table]) => words.has(table)));
  };
}
