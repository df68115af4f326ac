import { randomBytes } from 'node:crypto';
import { type Fault, faults } from './notifier.ts';

/** The page's form as a notice: its endpoint, what is told, and what goes wrong. */
export function noticeOf(form: URLSearchParams): [endpoint: string, input: object, fault: Fault] {
  const given = (name: string) => form.get(name)?.trim() || undefined;
  const fault = Object.keys(faults).find((name): name is Fault => name === given('fault')) ?? 'none';
  const fen = (name: string) => {
    const yuan = given(name);
    return yuan === undefined ? undefined : Math.round(Number(yuan) * 100);
  };
  if (given('endpoint') === 'notifyRefund') {
    const refund = { paymentNo: given('paymentNo'), amount: fen('amount'), reason: given('reason') };
    return ['consumption/notifyRefund', { refundNo: given('refundNo') ?? newNumber('R'), ...refund }, fault];
  }
  const payment = {
    paymentNo: given('paymentNo') ?? newNumber('A'),
    merchantNo: given('merchantNo'),
    employeeNo: given('employeeNo'),
    amount: fen('amount'),
    personalAmount: fen('personalAmount'),
    category: given('category'),
    payeeMerchantNo: given('payeeMerchantNo'),
    mcc: given('mcc'),
    city: given('city'),
  };
  return ['consumption/notifyPayment', payment, fault];
}

/** A number of the stub's own. */
export function newNumber(letter: string): string {
  return `${letter}-${Date.now()}-${randomBytes(3).toString('hex')}`;
}
