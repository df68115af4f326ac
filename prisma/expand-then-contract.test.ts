import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { breakingChanges } from '../tests/support/breaking-changes.ts';

/** The last migration of before this rule. */
const before = '20261128080000_stores_users_spelled';

const directory = join(import.meta.dirname, 'migrations');
const names = readdirSync(directory).filter((name) => /^\d{14}_/.test(name));
const textOf = (name: string) => readFileSync(join(directory, name, 'migration.sql'), 'utf8');

test('the program of before lives with every migration, while replicas are replaced one after the other', async () => {
  expect(names).toContain(before);
  const found = await Promise.all(
    names
      .filter((name) => name > before)
      .map(async (name) => [name, await breakingChanges(textOf(name))] as const),
  );
  expect(found.filter(([, changes]) => changes.length > 0)).toEqual([]);
});

describe('the check', () => {
  test.each([
    ['ALTER TABLE stores DROP COLUMN name', 'drops stores.name'],
    ['DROP TABLE stores', 'drops stores'],
    ['ALTER TABLE stores RENAME COLUMN name TO title', 'renames stores.name'],
    ['ALTER TABLE stores RENAME TO shops', 'renames stores'],
    ['ALTER TABLE stores ALTER COLUMN name TYPE int USING 1', 'changes the type of stores.name'],
    ['ALTER TABLE stores ALTER COLUMN phone SET NOT NULL', 'asks for stores.phone'],
    ['ALTER TABLE stores ADD COLUMN phone text NOT NULL', 'asks for stores.phone'],
  ])('objects to %s', async (text, change) => {
    expect(await breakingChanges(text)).toEqual([change]);
  });

  test.each([
    'ALTER TABLE stores ADD COLUMN phone text',
    "ALTER TABLE stores ADD COLUMN phone text NOT NULL DEFAULT ''",
    'CREATE TABLE shops (id uuid); ALTER TABLE shops ADD COLUMN phone text NOT NULL',
    'CREATE INDEX shops_name ON stores (name); DROP INDEX stores_name; DROP TRIGGER t ON stores',
    '-- contract: nobody reads it since 20261201090000_titles\nALTER TABLE stores DROP COLUMN name',
  ])('passes %s', async (text) => {
    expect(await breakingChanges(text)).toEqual([]);
  });

  test('a contract without the migration that made it possible is none', async () => {
    expect(await breakingChanges('-- contract: old\nDROP TABLE stores')).toEqual(['drops stores']);
  });
});

test('it would have objected to migrations of before, which came with a stop', async () => {
  const changes = await Promise.all(
    names.filter((name) => name <= before).map((name) => breakingChanges(textOf(name))),
  );
  expect(changes.flat().length).toBeGreaterThan(0);
});
