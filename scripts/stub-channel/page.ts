import { consumptionCategoryWords } from '@xyxlx/contracts/consumption';
import type { Label } from '@xyxlx/contracts/endpoint';
import { faults, type Notice } from './notifier.ts';
import type { People } from './people.ts';

/** How the stub's pages look. */
export const style = `
:root{color-scheme:light dark}body{font:15px/1.6 system-ui,"Noto Sans SC",sans-serif;margin:0 auto;padding:1rem;max-width:64rem}
form{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));gap:.6rem;align-items:end;border:1px solid #8884;border-radius:6px;padding:1rem;margin:1rem 0}
h2{grid-column:1/-1;margin:0;font-size:1.1rem}label{display:grid;gap:.2rem}input,select,button{font:inherit;padding:.3rem;min-width:0}
article{border:1px solid #8884;border-radius:6px;padding:.6rem 1rem;margin:.6rem 0}article form{display:inline;border:0;padding:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.3rem 0;font:13px/1.5 ui-monospace,monospace}`;

/** The stub's own page: two forms and what was told so far, newest first; it needs no script. */
export function pageOf(service: string, people: People, notices: readonly Notice[]): string {
  const { merchants, chosen, employees } = people;
  const merchantList = merchants.map(
    ({ merchantNo, name }) => [merchantNo, `${merchantNo} ${name}`] as const,
  );
  const staff = employees.map(
    ({ employeeNo, name, availableLimit }) =>
      [employeeNo, `${employeeNo} ${name}（${(availableLimit / 100).toFixed(2)} 元）`] as const,
  );
  const latest = notices.map(({ body }) => /"paymentNo":"([^"]+)"/.exec(body)?.[1]).find(Boolean) ?? '';
  const wrong = select('fault', '异常 / Fault', entries(faults));
  return `<!doctype html><html lang="zh"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>模拟渠道 / Stub channel</title><style>${style}</style></head><body>
<h1>模拟渠道 / Stub channel</h1>
<p>向 ${escaped(service)} 发送签名通知；未成功的按 1、2、4 … 60 秒重试。<br>Signs what it tells ${escaped(service)}; what did not succeed is told again after 1, 2, 4 … 60 seconds.</p>
<form method="get"><h2>商户 / Merchant</h2>${select('merchant', '选择后列出其员工 / Whose people may pay', merchantList, chosen)}<button>列出 / List</button></form>
<form method="post"><h2>支付 / Payment</h2><input type="hidden" name="endpoint" value="notifyPayment"><input type="hidden" name="merchantNo" value="${escaped(chosen)}">
${select('employeeNo', '员工 / Employee', staff)}${input('amount', '金额（元） / Amount (yuan)', '35.00', 'required')}
${input('personalAmount', '个人支付（元） / Personal (yuan)')}${select('category', '类目 / Category', entries(consumptionCategoryWords))}
${select('payeeMerchantNo', '收款商户 / Payee', [['', '本商户 / Own merchant'], ...merchantList])}${input('mcc', 'MCC')}${input('city', '城市 / City (440100)')}
${input('paymentNo', '交易流水号 / Payment no.（留空自动生成）')}${wrong}<button>通知支付 / Tell</button></form>
<form method="post"><h2>退款 / Refund</h2><input type="hidden" name="endpoint" value="notifyRefund"><input type="hidden" name="merchantNo" value="${escaped(chosen)}">
${input('paymentNo', '交易流水号 / Payment no.', latest, 'required')}${input('amount', '金额（元） / Amount (yuan)', '5.00', 'required')}
${input('reason', '原因 / Reason', '菜品售罄', 'required')}${input('refundNo', '退款流水号 / Refund no.（留空自动生成）')}${wrong}<button>通知退款 / Tell</button></form>
<h2>通知 / Notices <a href="/?merchant=${encodeURIComponent(chosen)}">刷新 / Refresh</a></h2>
${notices.map(noticeHtml).join('') || '<p>暂无 / None yet</p>'}</body></html>`;
}

/** What was told, and what was answered. */
export function noticeHtml({ no, endpoint, body, fault, state, answers }: Notice): string {
  const words = {
    sending: '发送中 / being told',
    done: '结束 / over',
    stopped: '已停止 / stopped',
  };
  const stop =
    state === 'sending'
      ? `<form method="post"><button name="stop" value="${no}">停止 / Stop</button></form>`
      : '';
  return `<article><b>#${no} ${escaped(endpoint)}</b> ${both(faults[fault])} · ${words[state]} ${stop}
<pre>${escaped(body)}</pre>${answers.map(({ at, text }) => `<pre>${at.toISOString()} ${escaped(text)}</pre>`).join('')}</article>`;
}

function input(name: string, label: string, value = '', more = ''): string {
  return `<label>${label}<input name="${name}" value="${escaped(value)}" ${more}></label>`;
}

function select(
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  chosen = '',
): string {
  const list = options.map(
    ([value, text]) =>
      `<option value="${escaped(value)}"${value === chosen ? ' selected' : ''}>${escaped(text)}</option>`,
  );
  return `<label>${label}<select name="${name}">${list.join('')}</select></label>`;
}

function entries(words: Readonly<Record<string, Label>>): (readonly [string, string])[] {
  return Object.entries(words).map(([value, label]) => [value, both(label)] as const);
}

/** In both languages. */
export function both({ zh, en }: Label): string {
  return `${zh} / ${en}`;
}

/** A text as HTML has it. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
