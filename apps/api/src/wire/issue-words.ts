import type { Label } from '@xyxlx/contracts/endpoint';
import { days } from '@xyxlx/contracts/fields';
import { z } from 'zod';

type Issue = z.core.$ZodIssue;

const library = { zh: z.locales.zhCN().localeError, en: z.locales.en().localeError };

/** What a field has to be, by the library's name for it. */
const kinds: Record<string, Label> = {
  int: { zh: '须为整数', en: 'must be a whole number' },
  number: { zh: '须为数字', en: 'must be a number' },
  string: { zh: '须为文本', en: 'must be a text' },
  boolean: { zh: '须为 true 或 false', en: 'must be true or false' },
  array: { zh: '须为列表', en: 'must be a list' },
  object: { zh: '须为对象', en: 'must be an object' },
};

const wrongFormat: Label = { zh: '格式不正确', en: 'is not in the right format' };

/** What is wrong with a field, in words for the user: the library's own show patterns and type names. */
export function wordsFor(issue: Issue): Label {
  const said = (words: ReturnType<z.core.$ZodErrorMap>) =>
    (typeof words === 'string' ? words : words?.message) ?? issue.message;
  const raw = issue as Parameters<z.core.$ZodErrorMap>[0];
  return ownWords(issue) ?? { zh: said(library.zh(raw)), en: said(library.en(raw)) };
}

function ownWords(issue: Issue): Label | null {
  if (issue.input === undefined) return { zh: '必填', en: 'required' };
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownFields(issue.keys);
    case 'invalid_type':
      return kinds[issue.expected] ?? null;
    case 'invalid_value': {
      const values = issue.values.map(String);
      return { zh: `须为以下之一：${values.join('、')}`, en: `must be one of: ${values.join(', ')}` };
    }
    case 'invalid_format':
      return ['regex', 'uuid'].includes(issue.format) ? wrongFormat : null;
    case 'too_big':
      return bound(issue.origin, issue.maximum, { zh: '至多', en: 'at most' });
    case 'too_small':
      return bound(issue.origin, issue.minimum, { zh: '至少', en: 'at least' });
    case 'invalid_union':
      return wrongFormat;
    case 'custom':
      // What a contract says of several fields together says it in words of its own.
      return issue.params === days ? daysMeant : ((issue.params?.said as Label | undefined) ?? null);
    default:
      return null;
  }
}

/** For a day, or an instant, of another age. */
export const daysMeant: Label = {
  zh: `日期须在 ${days.first} 至 ${days.last} 之间`,
  en: `must be a date from ${days.first} to ${days.last}`,
};

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
