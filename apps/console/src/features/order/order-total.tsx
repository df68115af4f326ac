import { parcelFee } from '@xyxlx/contracts/card-order';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { Figures } from '../../kit/figures.tsx';
import { amountText, countText } from '../../lib/money.ts';
import { payableFigure } from './payable-figure.ts';
import type { ProductsOnSale } from './products-on-sale.ts';

interface TypedLine {
  productId?: string;
  faceAmount?: number | null;
  quantity?: number | null;
}

/** What the lines come to as they are typed, at the prices of now. */
export function OrderTotal({ products }: Pick<ProductsOnSale, 'products'>) {
  const { t } = useTranslation('order');
  const lines: (TypedLine | undefined)[] = Form.useWatch('lines') ?? [];
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
  const payable = amount + making + parcel;
  return (
    <Figures
      label={t('total')}
      items={[
        { key: 'quantity', label: t('field.quantity'), value: countText(quantity) },
        { key: 'amount', label: t('field.amount'), value: amountText(amount) },
        {
          key: 'fee',
          label: t('field.fee'),
          value: amountText(making + parcel),
          hint: t('fee.hint', { parcel: amountText(parcel) }),
        },
        payableFigure(t('field.payable'), payable),
      ]}
    />
  );
}
