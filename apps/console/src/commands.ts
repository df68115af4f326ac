import { paths } from '@xyxlx/contracts/paths';
import type { Command } from './lib/command.ts';

/** What the command palette does when it is told to. */
export const commands: readonly Command[] = [
  {
    title: { zh: '退款', en: 'Refund' },
    words: ['退款', 'refund'],
    hint: { zh: '交易流水号', en: 'payment number' },
    kind: 'consumption',
    action: 'refundConsumption',
    permission: 'consumption.refund',
    states: ['SUCCESS', 'PARTLY_REFUNDED'],
  },
  {
    title: { zh: '调额', en: 'Adjust limit' },
    words: ['调额', 'adjust'],
    hint: { zh: '员工姓名、工号或手机号', en: 'name, number or mobile of an employee' },
    kind: 'employee',
    action: 'adjustLimit',
    permission: 'limit.adjust',
    states: ['PENDING', 'ACTIVE', 'FROZEN'],
  },
  {
    title: { zh: '切换租户', en: 'Switch tenant' },
    words: ['切换租户', 'switch tenant'],
    path: paths.tenant,
  },
];
