import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { type CardOrderDetail, cardOrder as contract } from '@xyxlx/contracts/card-order';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { OrderLines } from './order-lines.tsx';
import { OrderTotal } from './order-total.tsx';
import { PayMethodField } from './pay-method-field.tsx';
import { type ProductsOnSale, useProductsOnSale } from './products-on-sale.ts';

/** Orders cards for a unit, or changes an order that was rejected; handed in, somebody else is to agree. */
export function OrderForm({ order, onClose }: { order: CardOrderDetail | null; onClose(): void }) {
  const { t } = useTranslation('order');
  const sale = useProductsOnSale();
  const handedIn = {
    ...useIdempotencyKey(),
    onSuccess: async () => {
      onClose();
      await acted(t('handedIn'), api.order.pathFilter(), api.approval.pathFilter());
    },
  };
  const add = useMutation(api.order.addOrder.mutationOptions(handedIn));
  const edit = useMutation(api.order.editOrder.mutationOptions(handedIn));
  return (
    <RecordForm
      title={t(order ? 'edit' : 'add')}
      record={order}
      add={{ schema: contract.addOrder.input, work: add }}
      edit={{ schema: contract.editOrder.input, work: edit }}
      okText={t('handIn')}
      size={720}
      isLong
      onClose={onClose}
      fields={(field) => [
        field.merchant('merchantId', t('field.merchant')),
        <OrderLines
          key="lines"
          sale={sale}
          initial={order?.lines.map(({ product, faceAmount, quantity }) => ({
            ...{ productId: product.id, faceAmount, quantity },
          }))}
        />,
        <UnitPayMethod key="payMethod" products={sale.products} merchantId={order?.merchant.id} />,
        field.text('address', t('field.address'), { extra: t('address.hint') }),
        field.text('invoiceTitle', t('field.invoiceTitle')),
        <OrderTotal key="total" products={sale.products} />,
      ]}
    />
  );
}

/** The way to pay by the rules of the unit, which a changed order has already. */
function UnitPayMethod(props: Pick<ProductsOnSale, 'products'> & { merchantId: string | undefined }) {
  const chosen: string | undefined = Form.useWatch('merchantId');
  const merchantId = props.merchantId ?? chosen;
  const { data } = useQuery(api.order.getRule.queryOptions(merchantId ? { merchantId } : skipToken));
  return <PayMethodField products={props.products} rules={data} />;
}
