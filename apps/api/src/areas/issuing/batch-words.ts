import type { Label } from '@xyxlx/contracts/endpoint';
import type { Language } from '../../core/language.ts';
import { join, raw, type Sql, sql } from '../../platform/db/sql.ts';

/** What is to be said of a batch, by the word that the database keeps; after it stands an amount in fen that takes the place of `{}`. */
const batchWords: Record<string, Label> = {
  empty: { zh: '没有可发放的行', en: 'No row can be issued' },
  sum: { zh: '合计金额过大', en: 'It comes to too much' },
  short: { zh: '企业资金余额不足，差 {} 元', en: 'The company’s fund is short of ¥{}' },
  institution: { zh: '制度未启用', en: 'The policy is not enabled' },
  moving: { zh: '商户正在变更所属公司', en: 'The merchant is moving to another company' },
  more: { zh: '人数或金额超出审批', en: 'People or amount are beyond what was approved' },
  stopped: { zh: '任务未能完成', en: 'Its job did not end' },
  LAPSED: { zh: '已过有效期', en: 'What it would issue has ended' },
  LATE: { zh: '超过补发期限', en: 'Too late to be made up for' },
  BY_HAND: { zh: '人工跳过', en: 'Skipped by hand' },
};

/** SQL for a batch's `message` in words. */
export function batchInWords(language: Language): Sql {
  const cases = Object.entries(batchWords).map(
    ([word, label]) => sql`WHEN ${word} THEN replace(${label[language]}, '{}',
      coalesce(to_char(nullif(split_part(c.message, ':', 2), '')::numeric / 100, 'FM999999999999990.00'), ''))`,
  );
  return sql`CASE split_part(c.message, ':', 1) ${join(cases, ' ')} ELSE ${raw("''")} END`;
}
