import type { Label } from '@xyxlx/contracts/endpoint';
import type { Language } from '../../core/language.ts';
import { join, raw, type Sql, sql } from '../../platform/db/sql.ts';

/** What is to be said of a row, by the word that the database keeps; after it stands what takes the place of `{}`. */
const rowWords: Record<string, Label> = {
  missing: { zh: '员工不存在', en: 'No such employee' },
  twin: { zh: '与第 {} 行重复', en: 'The employee is in row {} already' },
  pending: { zh: '员工未激活', en: 'The employee is not active yet' },
  frozen: { zh: '员工已冻结', en: 'The employee is frozen' },
  left: { zh: '员工已离职', en: 'The employee has left' },
  amount: { zh: '金额有误', en: 'Not an amount above 0 with at most two decimals' },
  name: { zh: '姓名不符', en: 'The employee has another name' },
  institution: { zh: '制度未启用', en: 'The policy is not enabled' },
  merchant: { zh: '商户已停用', en: 'The merchant is disabled' },
  ended: { zh: '已过有效期', en: 'What it would issue has ended already' },
  spent: { zh: '额度已全部使用，无可作废', en: 'All of it is spent or has ended' },
};

/** SQL for a row's `message` in words. */
export function inWords(language: Language): Sql {
  const cases = Object.entries(rowWords).map(
    ([word, label]) =>
      sql`WHEN ${word} THEN replace(${label[language]}, '{}', split_part(c.message, ':', 2))`,
  );
  return sql`CASE split_part(c.message, ':', 1) ${join(cases, ' ')} ELSE ${raw("''")} END`;
}
