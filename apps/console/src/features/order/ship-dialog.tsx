import { useMutation } from '@tanstack/react-query';
import { type CardOrderDetail, cardOrder as contract } from '@xyxlx/contracts/card-order';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

/** Asks by whom and under which number the cards of an order are sent; mount it to open it. */
export function ShipDialog({ order, onClose }: { order: CardOrderDetail; onClose(): void }) {
  const { t } = useTranslation('order');
  const ship = useMutation(
    api.order.shipOrder.mutationOptions({
      onSuccess: async () => {
        onClose();
        await acted(
          t('act.ship.done'),
          ...[api.order, api.card, api.voucher].map((area) => area.pathFilter()),
        );
      },
    }),
  );
  const { id, version, no, address } = order;
  return (
    <FormDialog
      title={t('act.ship.title', { no })}
      words={t('act.ship.words', { address })}
      okText={t('act.ship')}
      schema={contract.shipOrder.input}
      known={{ id, version }}
      work={ship}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.text('carrier', t('field.carrier'))}
          {field.text('trackingNo', t('field.trackingNo'), { isCode: true })}
        </>
      )}
    />
  );
}
