import { expect, test } from 'vitest';
import { contract } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import { logModuleWords } from './log-words.ts';

test('every area of the wire that the log has entries of is called something', () => {
  const logged = Object.entries<Record<string, Endpoint>>(contract).filter(([, endpoints]) =>
    Object.values(endpoints).some(({ logs }) => logs),
  );
  expect(logged.map(([area]) => area).filter((area) => !logModuleWords[area])).toEqual([]);
});
