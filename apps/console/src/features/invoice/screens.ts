import { paths } from '@xyxlx/contracts/paths';
import type { Screen } from '../../lib/screen.ts';
import type texts from './locales/zh.json';

declare module '../../lib/text-namespaces.ts' {
  interface TextNamespaces {
    invoice: typeof texts;
  }
}

export const invoiceScreens: readonly Screen[] = [
  {
    path: paths.invoice,
    title: { zh: '支付宝开票', en: 'Alipay invoice' },
    group: 'account',
    opens: { invoice: 'open' },
    texts: ['invoice'],
    load: () => import('./invoice-list-page.tsx'),
    records: {
      invoice: { zh: '开票申请', en: 'Invoice' },
      invoiceIssue: { zh: '开票与红冲', en: 'Invoice' },
    },
  },
  {
    path: paths.publicInvoice,
    title: { zh: '支付宝开票', en: 'Alipay invoice' },
    texts: ['invoice'],
    load: () => import('./public-invoice-page.tsx'),
  },
];
