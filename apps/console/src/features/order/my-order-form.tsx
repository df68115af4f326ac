import { useMutation, useQuery } from '@tanstack/react-query';
import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { ownOrder as contract } from '@xyxlx/contracts/own-order';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { OrderLines } from './order-lines.tsx';
import { OrderTotal } from './order-total.tsx';
import { PayMethodField } from './pay-method-field.tsx';

/** Orders cards for the unit that one works at, or changes an order of one's own that was rejected. */
export function MyOrderForm({ order, onClose }: { order: CardOrderDetail | null; onClose(): void }) {
  const { t } = useTranslation('order');
  const { data, isPending } = useQuery(api.own.queryProduct.queryOptions({}, { staleTime: 60_000 }));
  const products = data?.list ?? [];
  const handedIn = {
    ...useIdempotencyKey(),
    onSuccess: async () => {
      onClose();
      await acted(t('handedIn'), api.own.pathFilter(), api.approval.pathFilter());
    },
  };
  const add = useMutation(api.own.addOrder.mutationOptions(handedIn));
  const edit = useMutation(api.own.editOrder.mutationOptions(handedIn));
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
        <OrderLines
          key="lines"
          sale={{ products, isPending }}
          initial={order?.lines.map(({ product, faceAmount, quantity }) => ({
            ...{ productId: product.id, faceAmount, quantity },
          }))}
        />,
        <PayMethodField key="payMethod" products={products} rules={data?.rules} />,
        field.text('address', t('field.address'), { extra: t('address.hint') }),
        field.text('invoiceTitle', t('field.invoiceTitle')),
        <OrderTotal key="total" products={products} />,
      ]}
    />
  );
}
