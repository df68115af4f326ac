import type { Label } from '@xyxlx/contracts/endpoint';
import type { z } from 'zod';
import { InvalidInput, type Problem } from '../core/errors.ts';
import { unknownFields, wordsFor } from './issue-words.ts';

/** So much of what is wrong with an input is told: a hostile one must not get a longer answer than it was itself. */
const told = { issues: 20, characters: 300 };

/** More values than any contract takes, and so few that looking at each of them keeps nobody waiting. */
const maxValues = 10_000;

/** Deeper than any contract, and not so deep that a check which calls itself runs out of stack. */
const maxDepth = 64;

/** The input as its contract has it; throws `InvalidInput` with the problems. */
export function validate<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const unfit = whyUnfit(input);
  if (unfit) throw new InvalidInput([unfit]);
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, told.issues).map((issue) => {
    const { zh, en } = wordsFor(issue);
    const message = { zh: zh.slice(0, told.characters), en: en.slice(0, told.characters) };
    return { path: issue.path.join('.'), message };
  });
  throw new InvalidInput(problems as [Problem, ...Problem[]]);
}

const tooDeep: Label = { zh: '嵌套层次过深', en: 'is nested too deeply' };
const tooMuch: Label = { zh: '内容过多', en: 'has too many values' };
/** PostgreSQL stores neither; a text with one was garbled by its sender. */
const notText: Label = { zh: '含有无法保存的字符', en: 'has characters that cannot be kept' };

/** What no contract has to say of every field: texts are text, no name reaches for a prototype, and both nesting and number end; null when all is well. */
function whyUnfit(value: unknown, path = '', depth = 0, seen = { values: 0 }): Problem | null {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? { path, message: notText } : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth === maxDepth) return { path: '', message: tooDeep };
  const names = Object.keys(value);
  seen.values += names.length;
  if (seen.values > maxValues) return { path, message: tooMuch };
  for (const name of names) {
    const part = (value as Record<string, unknown>)[name];
    const inside = path ? `${path}.${name}` : name;
    if (name === '__proto__') return { path, message: unknownFields([name]) };
    const unfit = whyUnfit(name, inside) ?? whyUnfit(part, inside, depth + 1, seen);
    if (unfit) return unfit;
  }
  return null;
}
