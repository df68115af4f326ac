import { expect, test } from 'vitest';
import { flowsOf } from './payee-flows.tsx';

const payer = { kind: 'EMPLOYEE', holder: null } as const;

test('money flows from the subject to payees, and from these to who else paid there', () => {
  const { nodes, links } = flowsOf({
    payers: [
      { ...payer, id: 'other', name: 'E2 李**', isOwn: false },
      { ...payer, id: 'me', name: 'E1 王**', isOwn: true },
      {
        ...{ id: 'card', kind: 'CARD', name: 'C1 **** 1234', isOwn: true },
        holder: { id: 'me', name: 'E1 王**' },
      },
    ],
    payees: [{ id: 'shop', name: '商户', isSubject: false }],
    links: [
      { payerId: 'other', payeeId: 'shop', count: 1, amount: 7 },
      { payerId: 'me', payeeId: 'shop', count: 2, amount: 5 },
      { payerId: 'card', payeeId: 'shop', count: 1, amount: 0 },
    ],
  });
  expect(nodes.map(({ name, column }) => [name, column])).toEqual([
    ['E1 王**', 0],
    ['C1 **** 1234 · E1 王**', 0],
    ['E2 李**', 2],
    ['商户', 1],
  ]);
  expect(links).toEqual([
    { source: 3, target: 2, value: 7 },
    { source: 0, target: 3, value: 5 },
    { source: 1, target: 3, value: 1 },
  ]);
});
