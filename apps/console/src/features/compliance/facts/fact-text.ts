import { riskNumbers } from '@xyxlx/contracts/compliance-expression';
import { factsInBp, factsInFen, type RiskFact, riskFactWords } from '@xyxlx/contracts/compliance-fact';
import { riskSourceWords } from '@xyxlx/contracts/compliance-kinds';
import { currentLanguage } from '../../../lib/i18n.ts';
import { labelText } from '../../../lib/label.ts';
import { amountText, countText } from '../../../lib/money.ts';

const signs = { EQ: '=', NE: '≠', LT: '<', LE: '≤', GE: '≥' } as const;

/** A number that a rule saw, as a person reads it, with what was asked of it: 消费笔数 3（≥ 3）. */
export function factText({ kind, source, value, asked }: RiskFact): string {
  const words = labelText(riskFactWords[kind]);
  // A number of the event itself says by its name what it is of.
  const of = source && !riskNumbers.some((one) => one === kind) ? labelText(riskSourceWords[source]) : '';
  const gap = currentLanguage() === 'zh' ? '' : ' ';
  const name = [of, words].filter(Boolean).join(gap);
  const terms = asked.map((one) => `${signs[one.op]} ${valueText(kind, one.value)}`).join(', ');
  const [before, after] = currentLanguage() === 'zh' ? ['（', '）'] : [' (', ')'];
  return `${name} ${value === null ? '—' : valueText(kind, value)}${terms && `${before}${terms}${after}`}`;
}

function valueText(kind: RiskFact['kind'], value: number): string {
  if (factsInFen.some((one) => one === kind)) return amountText(value);
  return factsInBp.some((one) => one === kind) ? `${value / 100}%` : countText(value);
}
