import type pg from 'pg';
import type { TestApi } from './test-api.ts';

/** Hears each statement that a service sends from now on. */
export function listenTo({ deps }: TestApi, hear: (statement: string) => void): void {
  const heard = new WeakSet<pg.PoolClient>();
  deps.database.pool.on('acquire', (client) => {
    if (heard.has(client)) return;
    heard.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const [statement] = given;
      hear(typeof statement === 'string' ? statement : (statement as { text: string }).text);
      return query(...given);
    }) as typeof client.query;
  });
}

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
    const open = [...statements];
    for (let text = open.pop(); text !== undefined; text = open.pop()) {
      const isReference = text.startsWith('REFERENCES ');
      for (const word of text.match(/\w+/g) ?? []) {
        if (words.has(word)) continue;
        words.add(word);
        // What is referred to is looked at by its key alone.
        if (!isReference) open.push(...(leads.get(word) ?? []).map((one) => one.leads));
      }
    }
    return new Map([...of].filter(([table]) => words.has(table)));
  };
}
