import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    voucher: typeof texts;
  }
}

export const voucherScreens: readonly Screen[] = [
  {
    path: paths.voucher,
    title: { zh: '记账凭证', en: 'Accounting vouchers' },
    permission: 'voucher.view',
    group: 'card',
    opens: { voucher: 'open' },
    texts: ['voucher'],
    load: () => import('./voucher-page.tsx'),
    records: {
      voucher: { zh: '记账凭证', en: 'Voucher' },
      ledgerAccount: { zh: '会计科目', en: 'Account' },
      ledgerPeriod: { zh: '会计期间', en: 'Period' },
      attachment: { zh: '附件', en: 'Attachment' },
      ledgerSetting: { zh: '账套设置', en: 'Setting of the books' },
      chartChange: { zh: '科目变更', en: 'Change of an account' },
      periodClose: { zh: '期间结账', en: 'Closing of a period' },
      periodReopen: { zh: '期间反结账', en: 'Reopening of a period' },
    },
  },
];
