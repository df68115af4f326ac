import type { Label } from '@xyxlx/contracts/endpoint';
import { logMoney, logValues, logValuesOfRecord } from '@xyxlx/contracts/log-words';
import { feeText } from '@xyxlx/contracts/platform';
import type { Condition } from '@xyxlx/contracts/rule-condition';
import { scopeKindWords } from '@xyxlx/contracts/rule-institution';
import { ruleSentence } from '@xyxlx/contracts/rule-sentence';
import { yuanText } from '../../lib/money.ts';
import { momentText } from '../../lib/time.ts';

/** One changed field: texts as they are shown, or for lists what came, what went and how much stayed. */
type ReadableChange = { before: readonly string[]; after: readonly string[]; same: number };

const yesNo: Record<string, Label> = { true: { zh: '是', en: 'Yes' }, false: { zh: '否', en: 'No' } };
const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A changed field as a person reads it; `path` is its name, `area` the kind of record it belongs to, of an export the area of the list. */
export function readableChange(
  path: string,
  area: string,
  { before, after }: { before: unknown; after: unknown },
  label: (words: Label) => string,
): ReadableChange {
  const field = path.split('.').at(-1) ?? path;
  const say = (value: unknown) => words(field, area, value, label);
  const was = Array.isArray(before) ? before.map(say) : null;
  const is = Array.isArray(after) ? after.map(say) : null;
  if (!was && !is) return { before: texts(say, before), after: texts(say, after), same: 0 };
  const gone = (was ?? []).filter((one) => !is?.includes(one));
  const come = (is ?? []).filter((one) => !was?.includes(one));
  return { before: gone, after: come, same: (is?.length ?? 0) - come.length };
}

/** The value at a path of nested objects; undefined where there is none. */
export function valueAt(values: Record<string, unknown> | null, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined,
      values,
    );
}

function texts(say: (value: unknown) => string, value: unknown): string[] {
  return value === null || value === undefined || value === '' ? [] : [say(value)];
}

function words(field: string, area: string, value: unknown, label: (words: Label) => string): string {
  if (typeof value === 'number' && logMoney.test(field)) return `¥${yuanText(value)}`;
  if (typeof value === 'number' && field === 'feeBps') return feeText(value);
  if (field === 'rules' && Array.isArray(value)) {
    return label(ruleSentence(value as Condition[], { yuan: yuanText }));
  }
  if (typeof value === 'object' && value !== null) {
    if (isScopeLine(value)) return scopeWords(value, label);
    // Another record: the name that it had then.
    return 'name' in value && 'id' in value ? String(value.name) : JSON.stringify(value);
  }
  const text = String(value);
  if (instant.test(text)) return momentText(text);
  const known =
    typeof value === 'boolean'
      ? yesNo[text]
      : (logValuesOfRecord[area]?.[field]?.[text] ?? logValues[field]?.[text]);
  return known ? label(known) : text;
}

/** Whom a 制度 is for, as its log keeps a line of it. */
interface ScopeLine {
  kind: keyof typeof scopeKindWords;
  excluded: boolean;
  values: string[];
}

function isScopeLine(value: object): value is ScopeLine {
  return 'kind' in value && 'excluded' in value && 'values' in value;
}

function scopeWords({ kind, excluded, values: named }: ScopeLine, label: (words: Label) => string): string {
  const words = [label(scopeKindWords[kind]), ...named].join(' ');
  return excluded ? label({ zh: `排除 ${words}`, en: `except ${words}` }) : words;
}
