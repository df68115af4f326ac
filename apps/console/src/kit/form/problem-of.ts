import type { Label } from '@xyxlx/contracts/endpoint';
import { formats } from '@xyxlx/contracts/fields';
import type { TFunction } from 'i18next';
import type { z } from 'zod';
import { labelText } from '../../lib/label.ts';
import { amountText, countText } from '../../lib/money.ts';
import { bare, given, schemaAt } from './schema.ts';

/** How a field is filled in, which decides the words for an empty one and for a number. */
export type FieldKind = 'text' | 'choice' | 'money' | 'number';

interface Asked {
  label: string;
  kind: FieldKind;
}

const known: Readonly<Record<string, 'email' | 'url' | 'date'>> = {
  email: 'email',
  url: 'url',
  date: 'date',
};

/** What is wrong with what stands in a field, by its schema; names the field, in the language in use. Undefined when nothing is. */
export function problemOf(
  schema: z.ZodType,
  typed: unknown,
  { label, kind }: Asked,
  t: TFunction<'kit/form'>,
): string | undefined {
  const value = given(schema, typed);
  const { error } = schema.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (!issue) return undefined;
  const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return t(kind === 'choice' || Array.isArray(value) ? 'choose' : 'enter', { label });
  const name = typeof issue.path[0] === 'number' ? t('each', { label }) : label;
  return wordsOf(issue, schemaAt(schema, issue.path as (string | number)[]) ?? schema, name, kind, t);
}

function wordsOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  label: string,
  kind: FieldKind,
  t: TFunction<'kit/form'>,
): string {
  const figure = (limit: number | bigint) =>
    kind === 'money' ? amountText(Number(limit)) : countText(Number(limit));
  switch (issue.code) {
    case 'too_big':
      return t(`most.${extentOf(issue.origin)}`, { label, limit: figure(issue.maximum) });
    case 'too_small':
      return t(`least.${extentOf(issue.origin)}`, { label, limit: figure(issue.minimum) });
    case 'invalid_type':
      if (kind === 'money') return t('amount', { label });
      return kind === 'number' ? t('whole', { label }) : t('wrong', { label });
    case 'custom': {
      const said: Label | undefined = issue.params?.said;
      return said ? t('said', { label, said: labelText(said) }) : t('wrong', { label });
    }
    default: {
      const format = formats.get(bare(schema));
      const usual = issue.code === 'invalid_format' ? known[issue.format] : undefined;
      if (format) return formatProblem(label, labelText(format), t);
      return usual ? formatProblem(label, t(usual), t) : t('wrong', { label });
    }
  }
}

/** Says what a field has to be. Words that begin with a figure stand off from the Chinese before them. */
function formatProblem(label: string, format: string, t: TFunction<'kit/form'>): string {
  return t('format', { label, format }).replace(/(\p{Script=Han})(?=\d)/gu, '$1 ');
}

function extentOf(origin: string): 'text' | 'list' | 'number' {
  if (origin === 'string') return 'text';
  return origin === 'array' ? 'list' : 'number';
}
