import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

type Content = Record<string, string>;

/** What 支付宝's gateway answers to each of its methods; the page that a code leads to is the stub's own. */
const answers: Record<string, (content: Content, host: string) => object> = {
  'alipay.trade.query': () => ({ code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST' }),
  'alipay.trade.precreate': ({ out_trade_no: no = '', total_amount: yuan = '' }, host) => {
    const asked = new URLSearchParams({ no, amount: String(Math.round(Number(yuan) * 100)) });
    return { code: '10000', msg: 'Success', out_trade_no: no, qr_code: `http://${host}/pay?${asked}` };
  },
  'alipay.trade.close': ({ out_trade_no }) => ({ code: '10000', msg: 'Success', out_trade_no }),
  'alipay.trade.refund': ({ out_trade_no, refund_amount }) => ({
    ...{ code: '10000', msg: 'Success', out_trade_no, refund_fee: refund_amount, fund_change: 'Y' },
  }),
};

/** Answers a call of 支付宝's gateway; whose signature it is, is not looked at. */
export async function answerGateway(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const method = form.get('method') ?? '';
  const content = JSON.parse(form.get('biz_content') ?? '{}') as Content;
  const unknown = {
    error_response: { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-method' },
  };
  const answer = answers[method]?.(content, request.headers.host ?? '');
  const body = answer ? { [`${method.replaceAll('.', '_')}_response`]: answer } : unknown;
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
