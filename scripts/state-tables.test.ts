import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { STATES_FILE, stateTables } from './state-tables.ts';

test('docs/states.md is what npm run docs:states writes', () => {
  expect(readFileSync(STATES_FILE, 'utf8')).toBe(stateTables());
});
