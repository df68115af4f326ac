import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { Figures } from '../../kit/figures.tsx';
import { amountText, countText } from '../../lib/money.ts';
import { orderSum } from './order-sum.ts';
import { payableFigure } from './payable-figure.ts';
import type { ProductsOnSale } from './products-on-sale.ts';

/** What the lines come to as they are typed, at the prices of now. */
export function OrderTotal({ products }: Pick<ProductsOnSale, 'products'>) {
  const { t } = useTranslation('order');
  const { quantity, amount, fee, parcel, payable } = orderSum(products, Form.useWatch('lines') ?? []);
  return (
    <Figures
      label={t('total')}
      items={[
        { key: 'quantity', label: t('field.quantity'), value: countText(quantity) },
        { key: 'amount', label: t('field.amount'), value: amountText(amount) },
        {
          key: 'fee',
          label: t('field.fee'),
          value: amountText(fee),
          hint: t('fee.hint', { parcel: amountText(parcel) }),
        },
        payableFigure(t('field.payable'), payable),
      ]}
    />
  );
}
