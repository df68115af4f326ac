import { paths } from '@xyxlx/contracts/paths';
import type { Finder } from './lib/screen.ts';

/** What the command palette recognises as a record, and the screen that shows it. */
export const finders: readonly Finder[] = [
  {
    title: { zh: '商户号', en: 'Merchant number' },
    pattern: /^M\d{3,}$/i,
    path: paths.merchant,
    query: (typed) => ({ keyword: typed.toUpperCase() }),
  },
  {
    title: { zh: '卡号后四位', en: 'Last four of a card' },
    pattern: /^\d{4}$/,
    path: paths.card,
    query: (typed) => ({ keyword: typed }),
  },
  {
    title: { zh: '卡编号', en: 'Card number' },
    pattern: /^C\d{8,}$/i,
    path: paths.card,
    query: (typed) => ({ keyword: typed.toUpperCase() }),
  },
  {
    title: { zh: '卡订单号', en: 'Card order number' },
    pattern: /^KD\d{8,}$/i,
    path: paths.cardOrder,
    query: (typed) => ({ keyword: typed.toUpperCase() }),
  },
  {
    title: { zh: '充值单号', en: 'Top-up number' },
    pattern: /^CZ\d{8,}$/i,
    path: paths.topUp,
    query: (typed) => ({ keyword: typed.toUpperCase() }),
  },
  {
    title: { zh: '制度编码', en: 'Policy code' },
    pattern: /^ZD\d{8}$/i,
    path: paths.rules,
    query: (typed) => ({ keyword: typed.toUpperCase() }),
  },
  {
    title: { zh: '发放批次号', en: 'Batch number' },
    // Two letters of the plan's kind; those of orders, top-ups and policies are none.
    pattern: /^(?!KD|CZ|ZD)[A-Z]{2}\d{8,}$/i,
    path: paths.issue,
    query: (typed) => ({ batchNo: typed.toUpperCase() }),
  },
  {
    title: { zh: '在商户中搜索', en: 'Search merchants for' },
    pattern: /\S/,
    path: paths.merchant,
    query: (typed) => ({ keyword: typed }),
  },
];
