import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { yuanText } from '../money/yuan-text.ts';
import type { Person } from './deciders.ts';

/** Whether an amount in fen is more than the caller's roles let them move or approve. */
export function isOverCeiling(
  { amountCeiling }: Pick<Session, 'amountCeiling'>,
  amount: number | bigint | null | undefined,
): boolean {
  return amountCeiling !== null && amount !== null && amount !== undefined && amount > amountCeiling;
}

/** The refusal of an amount over the caller's ceiling; with `able` it says who can. */
export class OverCeiling extends Refusal {
  constructor({ amountCeiling }: Pick<Session, 'amountCeiling'>, able?: readonly Person[]) {
    const ceiling = yuanText(amountCeiling ?? 0);
    const words = able && whoCan(able);
    super({
      zh: `金额超出您的权限上限 ${ceiling} 元${words ? `，${words.zh}` : ''}`,
      en: `The amount is over your ceiling of ¥${ceiling}${words ? `; ${words.en}` : ''}`,
    });
  }
}

function whoCan(able: readonly Person[]): { zh: string; en: string } {
  if (able.length === 0) {
    return {
      zh: '目前无人可审批，请联系租户管理员',
      en: "nobody can approve it at present, ask your tenant's administrator",
    };
  }
  const names = able.slice(0, 5).map(({ name }) => name);
  return { zh: `可由 ${names.join('、')} 审批`, en: `${names.join(', ')} can approve it` };
}
