import { z } from 'zod';
import { InvalidInput } from './errors.ts';
import type { Language } from './language.ts';

const words = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError };

/** The input as its contract has it; throws `InvalidInput` with every problem in the request's language. */
export function validate<T extends z.ZodType>(schema: T, input: unknown, language: Language): z.output<T> {
  const parsed = schema.safeParse(input, { error: words[language] });
  if (parsed.success) return parsed.data;
  throw new InvalidInput(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}
