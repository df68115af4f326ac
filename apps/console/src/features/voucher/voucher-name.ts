import type { VoucherRow } from '@xyxlx/contracts/voucher-record';
import type { TFunction } from 'i18next';

/** 记-0012, or its word alone before it has a number. */
export function voucherName(
  { voucherNo, word }: Pick<VoucherRow, 'voucherNo' | 'word'>,
  t: TFunction<'voucher'>,
): string {
  return voucherNo ?? t('noNumber', { word });
}
