import { useMutation, useQueries } from '@tanstack/react-query';
import { lottery as contract, type LotteryRow } from '@xyxlx/contracts/lottery';
import { useTranslation } from 'react-i18next';
import { BulkFormDialog } from '../../kit/actions/bulk-form-dialog.tsx';
import type { BulkDialogProps } from '../../kit/actions/record-action.ts';
import { fieldsOf } from '../../kit/form/fields.tsx';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

const { input } = contract.deliverLottery;

/** 登记发放: the tracking number of each parcel, the code of each coupon; what is not under way says so afterwards. */
export function DeliverDialog(dialog: BulkDialogProps) {
  const { t } = useTranslation('lottery');
  const found = useQueries({ queries: dialog.ids.map((id) => api.lottery.getLottery.queryOptions({ id })) });
  const draws = found.flatMap(({ data }) => data ?? []);
  const work = useMutation(
    api.lottery.deliverLottery.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(api.lottery.pathFilter()),
    }),
  );
  return (
    <BulkFormDialog
      {...dialog}
      title={t('deliver.title')}
      words={t('deliver.words')}
      width={560}
      isLong
      okText={t('deliver.action')}
      schema={input}
      work={work}
      fields={() => draws.map((draw, index) => <Delivery key={draw.id} draw={draw} index={index} />)}
    />
  );
}

function Delivery({ draw, index }: { draw: LotteryRow; index: number }) {
  const { t } = useTranslation('lottery');
  const field = fieldsOf<typeof input.shape.deliveries.element>(['deliveries', index]);
  const isCoupon = draw.prizeType === 'COUPON';
  return (
    <fieldset style={{ border: 0, margin: '16px 0 0', padding: 0 }}>
      <legend style={{ marginBottom: 8, fontSize: 14, fontWeight: 600, color: 'inherit', border: 0 }}>
        {draw.lotteryNo} · {draw.employee.name} · {draw.prizeName}
      </legend>
      {field.constant('id', draw.id)}
      <div style={{ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))' }}>
        {!isCoupon &&
          field.text('carrier', t('field.carrier'), {
            check: (typed: string | undefined) => !typed?.trim() && t('deliver.carrier'),
          })}
        {field.text('deliveryNo', t(isCoupon ? 'field.code' : 'field.trackingNo'), { isCode: true })}
      </div>
    </fieldset>
  );
}
