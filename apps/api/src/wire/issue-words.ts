import type { Label } from '@xyxlx/contracts/endpoint';
import { z } from 'zod';
import type { Language } from './language.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const library = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError };

/** What is wrong with a field, for whoever filled it in: the library's words show patterns and type names. */
export function wordsFor(issue: Issue, language: Language): ReturnType<z.core.$ZodErrorMap> {
  return ownWords(issue)?.[language] ?? library[language](issue);
}

function ownWords(issue: Issue): Label | null {
  if (issue.input === undefined) return { zh: '必填', en: 'required' };
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownFields(issue.keys);
    case 'invalid_format':
      return issue.format === 'regex' ? { zh: '格式不正确', en: 'is not in the right format' } : null;
    case 'too_big':
      return bound(issue.origin, issue.maximum, { zh: '至多', en: 'at most' });
    case 'too_small':
      return bound(issue.origin, issue.minimum, { zh: '至少', en: 'at least' });
    default:
      return null;
  }
}

/** Fields that no contract has. */
export function unknownFields(names: readonly string[]): Label {
  return { zh: `未知字段：${names.join('、')}`, en: `unknown field: ${names.join(', ')}` };
}

function bound(origin: string, limit: number | bigint, words: Label): Label {
  if (origin === 'string') {
    return { zh: `${words.zh} ${limit} 个字符`, en: `${words.en} ${limit} characters` };
  }
  if (origin === 'array') return { zh: `${words.zh} ${limit} 项`, en: `${words.en} ${limit} items` };
  return { zh: `${words.zh}为 ${limit}`, en: `${words.en} ${limit}` };
}
