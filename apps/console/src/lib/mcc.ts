import { mccNames } from '@xyxlx/contracts/mcc';
import { labelText } from './label.ts';

/** A merchant category with its name, as 5812 餐馆; its digits alone where it has none. */
export function mccText(code: string): string {
  const name = mccNames[code];
  return name ? `${code} ${labelText(name)}` : code;
}

/** The categories to choose from, and one that a record has though it is none of them. */
export function mccOptions(present?: string): { value: string; label: string }[] {
  const codes = Object.keys(mccNames).sort();
  if (present && !mccNames[present]) codes.unshift(present);
  return codes.map((value) => ({ value, label: mccText(value) }));
}
