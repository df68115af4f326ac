import type { Fault, Notice } from './notifier.ts';
import { both, escaped, noticeHtml, style } from './page.ts';

/** What the payer, or the channel behind them, does. */
const acts = {
  success: { zh: '支付成功', en: 'Paid' },
  failed: { zh: '支付失败', en: 'Failed' },
  repeated: { zh: '重复通知', en: 'Told five times' },
  reordered: { zh: '乱序', en: 'Paid, then paying' },
  amount: { zh: '金额不符', en: 'Another amount' },
} as const;
type Act = keyof typeof acts;

type Told = [endpoint: string, input: object, fault: Fault];

/** What is told of a top-up, in its order: all under one flow number. */
export function topUpNotices(form: URLSearchParams, flowNo: string): Told[] {
  const amount = Number(form.get('amount'));
  const told = (status: string, given: object = {}): Told => [
    'topup/notifyTopUp',
    { topUpNo: form.get('no'), flowNo, status, amount, ...given },
    'none',
  ];
  const notices: Record<Act, () => Told[]> = {
    success: () => [told('SUCCESS')],
    failed: () => [told('FAILED')],
    repeated: () => Array.from({ length: 5 }, () => told('SUCCESS')),
    reordered: () => [told('SUCCESS'), told('PAYING')],
    amount: () => [told('SUCCESS', { amount: amount + 1 })],
  };
  const act = Object.keys(acts).find((name): name is Act => name === form.get('act'));
  return act ? notices[act]() : [];
}

/** The page behind a top-up's QR code, with what was told of it; it needs no script. */
export function payPageOf(no: string, amount: string, notices: readonly Notice[]): string {
  const buttons = Object.entries(acts).map(
    ([act, words]) => `<button name="act" value="${act}">${both(words)}</button>`,
  );
  const own = notices.filter(({ body }) => body.includes(`"topUpNo":${JSON.stringify(no)}`));
  return `<!doctype html><html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>模拟支付 / Stub payment</title><style>${style}</style></head><body>
<h1>模拟支付 / Stub payment</h1>
<p>${escaped(no)} · ¥${escaped((Number(amount) / 100).toFixed(2))} · 不支持信用卡 / No credit cards</p>
<form method="post" action="/pay"><input type="hidden" name="no" value="${escaped(no)}"><input type="hidden" name="amount" value="${escaped(amount)}">
${buttons.join('\n')}</form>
${own.map(noticeHtml).join('')}</body></html>`;
}
