import type { RiskCondition } from '@xyxlx/contracts/compliance-expression';
import { expect, test } from 'vitest';
import { partAt, withBeside, withGroup, withOtherJoin, withPart } from './condition.ts';

const is = (value: number) => ({ of: 'count', op: 'GE', value }) as const;
const both: RiskCondition = { op: 'AND', all: [is(1), { op: 'OR', all: [is(2), is(3)] }] };

test('a path leads to a part, which another takes the place of', () => {
  expect(partAt(both, [1, 0])).toEqual(is(2));
  expect(withPart(both, [1, 0], is(9))).toEqual({
    op: 'AND',
    all: [is(1), { op: 'OR', all: [is(9), is(3)] }],
  });
  expect(withPart(is(1), [], is(9))).toEqual(is(9));
});

test('a group that is left with one part becomes that part', () => {
  expect(withPart(both, [1, 0], null)).toEqual({ op: 'AND', all: [is(1), is(3)] });
  expect(withPart(both, [0], null)).toEqual({ op: 'OR', all: [is(2), is(3)] });
});

test('the last comparison stays', () => {
  expect(withPart(is(1), [], null)).toEqual(is(1));
});

test('one more stands in the same group, and beside the only one in a new group', () => {
  expect(withBeside(is(1), [], is(2))).toEqual({ op: 'AND', all: [is(1), is(2)] });
  expect(partAt(withBeside(both, [1, 1], is(4)), [1])).toEqual({ op: 'OR', all: [is(2), is(3), is(4)] });
});

test('a group of its own is met the other way than the one around', () => {
  expect(withGroup(both, [0], is(7))).toMatchObject({ all: [{ op: 'OR', all: [is(1), is(7)] }, {}] });
  expect(partAt(withGroup(both, [1, 1], is(7)), [1, 1])).toEqual({ op: 'AND', all: [is(3), is(7)] });
});

test('AND and OR change places', () => {
  expect(withOtherJoin(both, [1])).toEqual({ op: 'AND', all: [is(1), { op: 'AND', all: [is(2), is(3)] }] });
});
