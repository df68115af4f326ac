import type { RiskComparison, RiskCondition } from '@xyxlx/contracts/compliance-expression';

type Path = readonly number[];

/** The part of a condition that a path leads to. */
export function partAt(condition: RiskCondition, [at, ...rest]: Path): RiskCondition {
  if (at === undefined || !('all' in condition)) return condition;
  const inner = condition.all[at];
  return inner ? partAt(inner, rest) : condition;
}

/** The condition with another part where a path leads; null takes the part away, and a group that is left with one part becomes that. */
export function withPart(condition: RiskCondition, path: Path, part: RiskCondition | null): RiskCondition {
  const [at, ...rest] = path;
  if (at === undefined || !('all' in condition)) return part ?? condition;
  const all = condition.all.flatMap((one, place) => {
    if (place !== at) return [one];
    if (rest.length > 0) return [withPart(one, rest, part)];
    return part ? [part] : [];
  });
  const [only] = all;
  return all.length === 1 && only ? only : { ...condition, all };
}

/** The condition with one more comparison beside that of a path: in its group, or in a new one of both. */
export function withBeside(condition: RiskCondition, path: Path, added: RiskComparison): RiskCondition {
  const around = path.slice(0, -1);
  const group = partAt(condition, around);
  if (!('all' in group)) return { op: 'AND', all: [condition, added] };
  return withPart(condition, around, { ...group, all: [...group.all, added] });
}

/** The condition with the comparison of a path as one of a group of two that is met by either, or by both where either meets the group around. */
export function withGroup(condition: RiskCondition, path: Path, added: RiskComparison): RiskCondition {
  const group = partAt(condition, path.slice(0, -1));
  const op = path.length > 0 && 'all' in group && group.op === 'OR' ? 'AND' : 'OR';
  return withPart(condition, path, { op, all: [partAt(condition, path), added] });
}

/** The condition with AND for OR, or OR for AND, in the group of a path. */
export function withOtherJoin(condition: RiskCondition, path: Path): RiskCondition {
  const group = partAt(condition, path);
  if (!('all' in group)) return condition;
  return withPart(condition, path, { ...group, op: group.op === 'AND' ? 'OR' : 'AND' });
}
