import { useMutation, useQueries } from '@tanstack/react-query';
import { lottery as contract, type LotteryRow } from '@xyxlx/contracts/lottery';
import { Form, Input, Modal } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkResultDialog } from '../../kit/actions/bulk-result-dialog.tsx';
import { needed, trimmed } from '../../kit/form/fits.ts';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

const { deliveryNo, carrier } = contract.deliverLottery.input.shape.deliveries.element.shape;

type Typed = Record<string, { deliveryNo: string; carrier?: string }>;

interface DeliverDialogProps {
  ids: readonly string[];
  nameOf(id: string): string;
  onClose(isDone: boolean): void;
}

/** 登记发放: the tracking number of each parcel, the code of each coupon; what is not under way says so afterwards. */
export function DeliverDialog({ ids, nameOf, onClose }: DeliverDialogProps) {
  const { t } = useTranslation(['lottery', 'common']);
  const form = useId();
  const found = useQueries({ queries: ids.map((id) => api.lottery.getLottery.queryOptions({ id })) });
  const draws = found.flatMap(({ data }) => data ?? []);
  const work = useMutation(
    api.lottery.deliverLottery.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(api.lottery.pathFilter()),
    }),
  );
  if (work.data) {
    return (
      <BulkResultDialog
        title={t('deliver.title')}
        result={work.data}
        nameOf={nameOf}
        onClose={() => onClose(true)}
      />
    );
  }

  function submit(typed: Typed): void {
    work.mutate({
      deliveries: Object.entries(typed).map(([id, given]) => ({
        id,
        deliveryNo: given.deliveryNo,
        carrier: given.carrier ?? null,
      })),
    });
  }

  return (
    <Modal
      open
      title={t('deliver.title')}
      width={560}
      okText={t('deliver.action')}
      okButtonProps={{ htmlType: 'submit', form, loading: work.isPending }}
      onCancel={() => onClose(false)}
      mask={{ closable: false }}
    >
      <p>{t('deliver.words')}</p>
      <Form<Typed>
        id={form}
        layout="vertical"
        scrollToFirstError={{ focus: true }}
        onFinish={(typed) => submit(trimmed(typed))}
      >
        {draws.map((draw) => (
          <Delivery key={draw.id} draw={draw} />
        ))}
      </Form>
    </Modal>
  );
}

function Delivery({ draw }: { draw: LotteryRow }) {
  const { t } = useTranslation('lottery');
  const isCoupon = draw.prizeType === 'COUPON';
  return (
    <fieldset style={{ border: 0, margin: '16px 0 0', padding: 0 }}>
      <legend style={{ marginBottom: 8, fontSize: 14, fontWeight: 600, color: 'inherit', border: 0 }}>
        {draw.lotteryNo} · {draw.employee.name} · {draw.prizeName}
      </legend>
      <div style={{ display: 'flex', gap: 12, flexWrap: 'wrap' }}>
        {!isCoupon && (
          <Form.Item
            name={[draw.id, 'carrier']}
            label={t('field.carrier')}
            style={{ flex: '1 1 160px' }}
            {...needed(carrier.unwrap(), t('deliver.carrier'))}
          >
            <Input maxLength={40} />
          </Form.Item>
        )}
        <Form.Item
          name={[draw.id, 'deliveryNo']}
          label={t(isCoupon ? 'field.code' : 'field.trackingNo')}
          style={{ flex: '2 1 240px' }}
          {...needed(deliveryNo, t('deliver.no'))}
        >
          <Input maxLength={64} className="figures" autoComplete="off" />
        </Form.Item>
      </div>
    </fieldset>
  );
}
