import type { Label } from '@xyxlx/contracts/endpoint';
import type { z } from 'zod';
import { InvalidInput } from './errors.ts';
import { unknownFields, wordsFor } from './issue-words.ts';
import type { Language } from './language.ts';

/** So much of what is wrong with an input is told: a hostile one must not get a longer answer than it was itself. */
const told = { issues: 20, characters: 300 };

/** Deeper than any contract, and not so deep that a check which calls itself runs out of stack. */
const maxDepth = 64;

/** The input as its contract has it; throws `InvalidInput` with the problems in the request's language. */
export function validate<T extends z.ZodType>(schema: T, input: unknown, language: Language): z.output<T> {
  const unfit = whyUnfit(input);
  if (unfit) throw new InvalidInput([{ path: unfit.path, message: unfit.problem[language] }]);
  const parsed = schema.safeParse(input, { error: (issue) => wordsFor(issue, language) });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, told.issues);
  throw new InvalidInput(
    issues.map(({ path, message }) => ({ path: path.join('.'), message: message.slice(0, told.characters) })),
  );
}

const tooDeep: Label = { zh: '嵌套层次过深', en: 'is nested too deeply' };
/** PostgreSQL keeps neither; whoever sends them has garbled a text. */
const notText: Label = { zh: '含有无法保存的字符', en: 'has characters that cannot be kept' };

/** What no contract has to say of every field: texts are text, no name reaches for a prototype, and nesting ends; null when all is well. */
function whyUnfit(value: unknown, path = '', depth = 0): { path: string; problem: Label } | null {
  if (typeof value === 'string') {
    return value.includes('\0') || !value.isWellFormed() ? { path, problem: notText } : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth === maxDepth) return { path: '', problem: tooDeep };
  for (const [name, part] of Object.entries(value)) {
    const inside = path ? `${path}.${name}` : name;
    if (name === '__proto__') return { path, problem: unknownFields([name]) };
    const unfit = whyUnfit(name, inside) ?? whyUnfit(part, inside, depth + 1);
    if (unfit) return unfit;
  }
  return null;
}
