import { parcelFee } from '@xyxlx/contracts/card-order';
import type { ProductOnSale } from '@xyxlx/contracts/own-order';

/** A line as it is typed. */
export interface TypedLine {
  productId?: string;
  faceAmount?: number | null;
  quantity?: number | null;
}

/** What typed lines come to at the prices of now, in fen; a line that is not whole counts for nothing. */
export function orderSum(products: readonly ProductOnSale[], lines: readonly (TypedLine | undefined)[]) {
  let [quantity, amount, making, isSent] = [0, 0, 0, false];
  for (const line of lines) {
    const product = products.find(({ id }) => id === line?.productId);
    if (!product || !line?.faceAmount || !line.quantity) continue;
    quantity += line.quantity;
    amount += line.faceAmount * line.quantity;
    making += product.makingFee * line.quantity;
    isSent ||= product.form === 'PHYSICAL';
  }
  const parcel = isSent ? parcelFee : 0;
  return { quantity, amount, parcel, fee: making + parcel, payable: amount + making + parcel };
}
