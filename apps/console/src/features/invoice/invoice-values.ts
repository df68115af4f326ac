import { invoiceFields } from '@xyxlx/contracts/invoice';
import { constraintsOf } from '../../kit/form/schema.ts';
import { amountCharacters, fenOf } from '../../lib/money.ts';

/** The form as it is typed. */
export interface Typed {
  title: string;
  taxNo: string;
  address: string;
  phone: string;
  bank: string;
  account: string;
  amount: string;
  email: string;
  paymentNos: string;
  mobileLastFour: string;
}

export type Values = ReturnType<typeof valuesOf>;

export const nothingTyped: Typed = {
  title: '',
  taxNo: '',
  address: '',
  phone: '',
  bank: '',
  account: '',
  amount: '',
  email: '',
  paymentNos: '',
  mobileLastFour: '',
};

/** What the server is handed. */
export function valuesOf(typed: Typed) {
  return {
    title: typed.title.trim(),
    taxNo: typed.taxNo.trim().toUpperCase() || null,
    address: typed.address.trim() || null,
    phone: typed.phone.trim() || null,
    bank: typed.bank.trim() || null,
    account: typed.account.replaceAll(' ', '') || null,
    amount: fenOf(typed.amount) ?? 0,
    email: typed.email.trim(),
    paymentNos: paymentNosOf(typed.paymentNos),
    mobileLastFour: typed.mobileLastFour.trim(),
  };
}

/** Payment numbers as people paste them: one a line, or with commas or blanks between. */
export function paymentNosOf(text: string): string[] {
  return [...new Set(text.split(/[\s,，;；]+/).filter(Boolean))];
}

/** The most characters that can be typed into a field; undefined for the list of payments, which is read as a whole. */
export function maxLengthOf(name: keyof Typed): number | undefined {
  if (name === 'paymentNos') return undefined;
  return name === 'amount' ? amountCharacters : constraintsOf(invoiceFields[name]).maxLength;
}

/** The fields whose values the contract does not take. */
export function problemsOf(typed: Typed): Set<keyof Typed> {
  const values = valuesOf(typed);
  const names = Object.keys(invoiceFields) as (keyof Typed)[];
  return new Set(names.filter((name) => !invoiceFields[name].safeParse(values[name]).success));
}
