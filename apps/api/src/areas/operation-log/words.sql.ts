import type { Label } from '@xyxlx/contracts/endpoint';
import { logFieldWords, logMoney, logValues, logValuesOfRecord } from '@xyxlx/contracts/log-words';
import type { Language } from '../../core/language.ts';
import { raw, type Sql, sql } from '../../platform/db/sql.ts';

type Words = Readonly<Record<string, Label>>;

/** How deep lists and objects within a change are told. */
const deepest = 2;

/** SQL of what a code is called; one that has no words goes by another text. */
export function wordOf(code: Sql, words: Words, language: Language, otherwise = code): Sql {
  return sql`coalesce(${asJson(inLanguage(words, language))} ->> ${code}, ${otherwise})`;
}

/**
 * SQL of what a change wrote, in words: each field with what it is called and its value as a person reads it. `side` and `other` are what
 * the log kept before and after: what is the same on both is left out, and so is what is empty.
 */
export function changeWords(
  side: 'l.before' | 'l.after',
  other: 'l.before' | 'l.after',
  language: Language,
): Sql {
  const [its, others] = [raw(side), raw(other)];
  const say = { zh: { is: '：', next: '；' }, en: { is: ': ', next: '; ' } }[language];
  return sql`CASE jsonb_typeof(${its}) WHEN 'object' THEN coalesce((
      SELECT string_agg(coalesce(k.fields ->> f.key, f.key) || ${say.is} || ${valueWords('f', language)}, ${say.next} ORDER BY f.place)
      FROM (SELECT ${asJson(inLanguage(logFieldWords, language))} AS fields, ${valuesOfAny(language)} AS any_record, ${valuesOfRecord(language)}
          -> CASE l.target_type WHEN 'export' THEN l.module ELSE l.target_type END AS its_record) k
      CROSS JOIN jsonb_each(${its}) WITH ORDINALITY f(key, value, place)
      WHERE jsonb_typeof(f.value) <> 'null' AND ${others} -> f.key IS DISTINCT FROM f.value), '')
    ELSE coalesce(${its}::text, '') END`;
}

/** SQL of a value in words: `at` has the key of its field and the value. */
function valueWords(at: string, language: Language, depth = 0): Sql {
  const [key, value, text] = [raw(`${at}.key`), raw(`${at}.value`), raw(`(${at}.value #>> '{}')`)];
  const known = sql`k.its_record -> ${key} ->> ${text}, k.any_record -> ${key} ->> ${text}`;
  const number = sql`WHEN 'number' THEN CASE WHEN ${key} ~* ${logMoney.source} THEN '¥' || to_char(${text}::numeric / 100, 'FM999,999,999,999,990.00')
    ELSE coalesce(${known}, ${text}) END`;
  const plain = sql`ELSE CASE WHEN ${text} ~ '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$'
    THEN to_char(${text}::timestamptz AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') ELSE coalesce(${known}, ${text}) END`;
  const [yes, no, and] = { zh: ['是', '否', '、'], en: ['Yes', 'No', ', '] }[language] as [
    string,
    string,
    string,
  ];
  const boolean = sql`WHEN 'boolean' THEN CASE ${text} WHEN 'true' THEN ${yes}::text ELSE ${no}::text END`;
  if (depth === deepest) return sql`CASE jsonb_typeof(${value}) ${boolean} ${number} ${plain} END`;
  const inner = raw(`f${depth}`);
  const said = valueWords(`f${depth}`, language, depth + 1);
  return sql`CASE jsonb_typeof(${value}) ${boolean} ${number}
    WHEN 'array' THEN coalesce((SELECT string_agg(${said}, ${and} ORDER BY ${inner}.place)
      FROM (SELECT ${key} AS key, n.value, n.place FROM jsonb_array_elements(${value}) WITH ORDINALITY n(value, place)) ${inner}), '')
    WHEN 'object' THEN coalesce(${value} ->> 'name', (SELECT string_agg(coalesce(k.fields ->> ${inner}.key, ${inner}.key) || ' ' || ${said}, ' ' ORDER BY ${inner}.place)
      FROM jsonb_each(${value}) WITH ORDINALITY ${inner}(key, value, place) WHERE jsonb_typeof(${inner}.value) <> 'null'), '')
    ${plain} END`;
}

const valuesOfRecord = (language: Language) =>
  asJson(mapped(logValuesOfRecord, (fields) => mapped(fields, (words) => inLanguage(words, language))));
const valuesOfAny = (language: Language) => asJson(mapped(logValues, (words) => inLanguage(words, language)));

function inLanguage(words: Words, language: Language): Record<string, string> {
  return mapped(words, (word) => word[language]);
}

function mapped<From, To>(of: Readonly<Record<string, From>>, to: (one: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(of).map(([key, one]) => [key, to(one)]));
}

function asJson(of: object): Sql {
  return sql`${JSON.stringify(of)}::jsonb`;
}
