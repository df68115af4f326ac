import type { Label } from '@xyxlx/contracts/endpoint';
import type { Language } from '../../core/language.ts';
import { join, raw, type Sql, sql } from '../../platform/db/sql.ts';

/** What is to be said of a row, by the word that the database keeps; after it stands what takes the place of `{}`. */
const rowWords: Record<string, Label> = {
  missing: { zh: '工号不存在', en: 'No such employee number' },
  twin: { zh: '工号重复，前一处在第 {} 行', en: 'The employee number is in row {} already' },
  amount: {
    zh: '金额无效：应为不小于 0、最多两位小数的数字',
    en: 'Not an amount: a number from 0 with at most two decimals',
  },
  left: { zh: '员工已离职', en: 'The employee has left' },
  short: {
    zh: '可用额度余额不足，不能低于已用额度',
    en: 'The available limit does not cover it (insufficient balance)',
  },
  lots: {
    zh: '可调减额度不足，其余为限时额度',
    en: 'Less than that can be taken: the rest is in lots that end',
  },
  fund: { zh: '企业资金余额不足', en: "The company's fund does not cover it (insufficient balance)" },
  moved: {
    zh: '试算后额度有变动，实际差额 {} 元',
    en: 'The limit changed after the check: it was in fact {} yuan',
  },
  part: { zh: '其中 {} 元已使用，未能撤销', en: '{} yuan of it are spent: not taken back' },
  spent: { zh: '额度已全部使用，未能撤销', en: 'All of it is spent: not taken back' },
};

/** SQL for a row's `message` in words. */
export function inWords(language: Language): Sql {
  const cases = Object.entries(rowWords).map(
    ([word, label]) =>
      sql`WHEN ${word} THEN replace(${label[language]}, '{}', split_part(c.message, ':', 2))`,
  );
  return sql`CASE split_part(c.message, ':', 1) ${join(cases, ' ')} ELSE ${raw("''")} END`;
}
