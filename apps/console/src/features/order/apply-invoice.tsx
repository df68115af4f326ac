import { useMutation } from '@tanstack/react-query';
import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { useTranslation } from 'react-i18next';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { InvoiceForm } from './invoice-form.tsx';

interface ApplyInvoiceProps {
  order: CardOrderDetail;
  onClose(): void;
}

/** 申请开票 of an order; mount it to open it. */
export function ApplyInvoice({ order, onClose }: ApplyInvoiceProps) {
  const apply = useMutation(api.order.applyInvoice.mutationOptions(useApplied(onClose)));
  return <InvoiceForm order={order} work={apply} onClose={onClose} />;
}

/** The same of an order of one's own. */
export function ApplyOwnInvoice({ order, onClose }: ApplyInvoiceProps) {
  const apply = useMutation(api.own.applyInvoice.mutationOptions(useApplied(onClose)));
  return <InvoiceForm order={order} work={apply} onClose={onClose} />;
}

function useApplied(onClose: () => void) {
  const { t } = useTranslation('order');
  return {
    ...useIdempotencyKey(),
    onSuccess: async () => {
      onClose();
      const areas = [api.order, api.own, api.invoice].map((area) => area.pathFilter());
      await acted(t('act.invoice.done'), ...areas);
    },
  };
}
