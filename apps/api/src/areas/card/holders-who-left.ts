import type { Card } from '@xyxlx/database/client/client';
import { Refusal } from '../../core/errors.ts';
import type { Transaction } from '../../platform/db/transaction.ts';

/** The ids of those holders of cards who have left. */
export async function holdersWhoLeft(tx: Transaction, cards: readonly Card[]): Promise<Set<string>> {
  const held = cards.filter(({ employeeId }) => employeeId !== null);
  const left = await tx.employee.findMany({
    where: {
      tenantId: { in: [...new Set(held.map(({ tenantId }) => tenantId))] },
      id: { in: held.map(({ employeeId }) => employeeId as string) },
      state: 'LEFT',
    },
    select: { id: true },
  });
  return new Set(left.map(({ id }) => id));
}

/** What is said of a card that its holder has left. */
export function holderLeft(wanted: { zh: string; en: string }): Refusal {
  return new Refusal({
    zh: `持卡人已离职，不能${wanted.zh}`,
    en: `The holder has left: the card can not be ${wanted.en}`,
  });
}
