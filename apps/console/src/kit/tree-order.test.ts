import { expect, test } from 'vitest';
import { openPart, treeOrder } from './tree-order.ts';

const items = [
  { id: 'shop', parentId: 'east' },
  { id: 'head', parentId: null },
  { id: 'west', parentId: 'head' },
  { id: 'east', parentId: 'head' },
  { id: 'stray', parentId: 'elsewhere' },
];
const tree = treeOrder(items, ({ parentId }) => parentId);
const told = (some: typeof tree) => some.map(({ item, depth }) => `${'-'.repeat(depth)}${item.id}`);

test('children stand right after their parents, siblings as they came; whose parent is not there stands at the top', () => {
  expect(told(tree)).toEqual(['head', '-west', '-east', '--shop', 'stray']);
  expect(tree.filter(({ hasChildren }) => hasChildren).map(({ item }) => item.id)).toEqual(['head', 'east']);
});

test('what is closed hides all that is below it, at any depth, and nothing else', () => {
  expect(told(openPart(tree, new Set(['east'])))).toEqual(['head', '-west', '-east', 'stray']);
  expect(told(openPart(tree, new Set(['head', 'east'])))).toEqual(['head', 'stray']);
});
