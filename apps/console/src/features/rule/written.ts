import { type Condition, condition } from '@xyxlx/contracts/rule-condition';
import type { InstitutionDetail, InstitutionVersion, scopeLine } from '@xyxlx/contracts/rule-institution';
import type { z } from 'zod';

/** A scope line as the wire takes it. */
export type ScopeLine = z.input<typeof scopeLine>;

/** A condition as it is being written: its parts come one after another. */
export interface WrittenCondition {
  factor?: Condition['factor'];
  operator?: Condition['operator'];
  value?: unknown;
}

/** A scope line as the editor has it. */
export interface WrittenScope {
  kind: ScopeLine['kind'];
  excluded?: boolean;
  id?: string;
  value?: string;
  ids?: string[];
}

/** A 制度 as the editor has it. */
export interface Written
  extends Pick<InstitutionVersion, 'categories' | 'priority' | 'excess' | 'validFrom' | 'validTo'> {
  name: string;
  scopes: WrittenScope[];
  rules: { key?: string; conditions: WrittenCondition[] }[];
}

/** What the editor opens with: the newest version. */
export function writtenOf({ name, newest }: Pick<InstitutionDetail, 'name' | 'newest'>): Written {
  const { categories, priority, excess, validFrom, validTo, scopes, rules } = newest;
  return {
    name,
    categories,
    priority,
    excess,
    validFrom,
    validTo,
    scopes: scopes.map(writtenScope),
    rules: rules.map(({ key, conditions }) => ({ key, conditions })),
  };
}

function writtenScope({ kind, excluded, id, ids, name }: InstitutionVersion['scopes'][number]): WrittenScope {
  if (kind === 'EMPLOYEE') return { kind, excluded, ids };
  if (kind === 'LABEL' || kind === 'GRADE') return { kind, excluded, value: name };
  return id === null ? { kind, excluded } : { kind, excluded, id };
}

/** A line without the blanks around a label or grade: with them it would mean nobody. */
export function tidied(line: ScopeLine): ScopeLine {
  return 'value' in line ? { ...line, value: line.value.trim() } : line;
}

/** The conditions that are whole already. */
export function wholeOf(conditions: readonly (WrittenCondition | undefined)[]): Condition[] {
  return conditions.flatMap((one) => condition.safeParse(one).data ?? []);
}
