import { expect, test } from 'vitest';
import { registry } from '../../apps/api/src/areas.ts';

test('every to-do that an area counts has its words and its way on one screen alone', async () => {
  // As a text: the types of a screen are the console's own.
  const map = await import('../../apps/console/src/screens.ts' as string);
  const screens = map.screens as readonly { todos?: object }[];
  const shown = screens.flatMap(({ todos = {} }) => Object.keys(todos));
  expect(registry.todos.size).toBeGreaterThan(4);
  expect(shown.sort()).toEqual([...registry.todos.keys()].sort());
});
