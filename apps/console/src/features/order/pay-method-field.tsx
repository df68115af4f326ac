import { cardOrder as contract, type OrderRules } from '@xyxlx/contracts/card-order';
import { cardPayMethods, cardPayMethodWords } from '@xyxlx/contracts/card-order-kinds';
import { Form, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { FieldItem } from '../../kit/form/field-item.tsx';
import { useLabel } from '../../lib/label.ts';
import { yuanText } from '../../lib/money.ts';
import styles from './order.module.css';
import { orderSum } from './order-sum.ts';
import type { ProductsOnSale } from './products-on-sale.ts';

interface PayMethodFieldProps extends Pick<ProductsOnSale, 'products'> {
  /** Undefined until the unit is chosen. */
  rules: OrderRules | undefined;
}

/** The way to pay an order, each with what it means; online no more than the card policy lets units pay. */
export function PayMethodField({ products, rules }: PayMethodFieldProps) {
  const { t } = useTranslation('order');
  const label = useLabel();
  const { payable } = orderSum(products, Form.useWatch('lines') ?? []);
  const from = rules && yuanText(rules.transferOnlyFrom);
  const isOver = rules !== undefined && payable >= rules.transferOnlyFrom;
  return (
    <FieldItem
      path={['payMethod']}
      label={t('field.payMethod')}
      schema={contract.addOrder.input.shape.payMethod}
      kind="choice"
      initial="FUND"
      dependsOn={['lines']}
      check={(method: string) => method === 'CHANNEL' && isOver && t('payMethod.over', { from })}
    >
      {() => (
        <Radio.Group className={styles.methods}>
          {cardPayMethods.map((method) => (
            <Radio key={method} value={method} disabled={method === 'CHANNEL' && isOver}>
              <div>{label(cardPayMethodWords[method])}</div>
              <div className={styles.hint}>
                {t(`payMethod.${method}`)}
                {method === 'CHANNEL' && from && t('payMethod.limit', { from })}
              </div>
            </Radio>
          ))}
        </Radio.Group>
      )}
    </FieldItem>
  );
}
