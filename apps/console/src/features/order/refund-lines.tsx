import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { type RefundLine, refundOf } from '@xyxlx/contracts/card-order-refund';
import { Flex, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { Figures } from '../../kit/figures.tsx';
import { amountText, countText } from '../../lib/money.ts';

interface RefundLinesProps {
  order: CardOrderDetail;
  /** Both the form's. */
  value?: readonly RefundLine[];
  onChange?(lines: readonly RefundLine[]): void;
}

/** How many cards of each line are given back, of how many that can be, and what they come to. */
export function RefundLines({ order, value = [], onChange }: RefundLinesProps) {
  const { t } = useTranslation('order');
  const typed = new Map(value.map(({ lineId, quantity }) => [lineId, quantity]));
  const { quantity, amount, feeAmount } = refundOf(order, value);
  function put(lineId: string, count: number | null) {
    const others = value.filter((line) => line.lineId !== lineId);
    onChange?.(count ? [...others, { lineId, quantity: count }] : others);
  }
  return (
    <Flex vertical gap={12}>
      {order.lines.map(({ id, product, faceAmount, refundable }) => {
        const name = t('refund.line', { product: product.name, face: amountText(faceAmount) });
        return (
          <Flex key={id} gap={12} align="center" justify="space-between" wrap>
            <span>
              {name}
              <span style={{ color: 'var(--ink-soft)', marginInlineStart: 8 }}>
                {t('refund.most', { count: refundable, total: countText(refundable) })}
              </span>
            </span>
            <InputNumber
              aria-label={name}
              min={0}
              max={refundable}
              precision={0}
              disabled={refundable === 0}
              value={typed.get(id) ?? null}
              onChange={(count) => put(id, count)}
              placeholder="0"
            />
          </Flex>
        );
      })}
      <Figures
        label={t('refund.total')}
        items={[
          { key: 'quantity', label: t('field.quantity'), value: countText(quantity) },
          { key: 'fee', label: t('refund.fee'), value: amountText(feeAmount) },
          { key: 'amount', label: t('field.refundAmount'), value: amountText(amount) },
        ]}
      />
    </Flex>
  );
}
