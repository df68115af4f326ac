import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { cardOrder as contract } from '@xyxlx/contracts/card-order';
import { Button, Form, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FieldItem } from '../../kit/form/field-item.tsx';
import { MoneyInput } from '../../kit/form/money-input.tsx';
import { amountText } from '../../lib/money.ts';
import styles from './order.module.css';
import type { ProductsOnSale } from './products-on-sale.ts';

const line = contract.addOrder.input.shape.lines.element.shape;
/** An order has so many lines at most. */
const most = 50;

interface OrderLinesProps {
  initial: object[] | undefined;
  sale: ProductsOnSale;
}

/** The cards of an order: of which product, with how much on each, and how many. */
export function OrderLines({ initial = [{}], sale }: OrderLinesProps) {
  const { t } = useTranslation('order');
  return (
    <Form.List name="lines" initialValue={initial}>
      {(lines, { add, remove }) => (
        <div>
          {lines.map(({ key, name }) => (
            <div key={key} className={styles.line}>
              <Line at={name} sale={sale} />
              <Button
                type="text"
                icon={<CloseOutlined />}
                aria-label={t('line.remove', { n: name + 1 })}
                disabled={lines.length === 1}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <div style={{ marginBottom: 16 }}>
            <Button icon={<PlusOutlined />} disabled={lines.length >= most} onClick={() => add({})}>
              {t('line.add')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  );
}

function Line({ at, sale: { products, isPending } }: { at: number; sale: ProductsOnSale }) {
  const { t } = useTranslation('order');
  const form = Form.useFormInstance();
  const path = ['lines', at] as const;
  const productId: string | undefined = Form.useWatch([...path, 'productId']);
  const product = products.find(({ id }) => id === productId);
  const faces = product?.faces ?? [];
  const common = { listDepth: 1 } as const;
  return (
    <>
      <FieldItem
        {...common}
        path={[...path, 'productId']}
        label={t('field.product')}
        schema={line.productId}
        kind="choice"
      >
        {() => (
          <Select
            loading={isPending}
            showSearch={{ optionFilterProp: 'label' }}
            options={products.map(({ id, name, code }) => ({ value: id, label: `${name} · ${code}` }))}
            // Another product has other faces.
            onChange={() => form.setFieldValue([...path, 'faceAmount'], undefined)}
          />
        )}
      </FieldItem>
      <FieldItem
        {...common}
        key={faces.length > 0 ? 'listed' : 'any'}
        path={[...path, 'faceAmount']}
        label={t('field.face')}
        schema={line.faceAmount}
        kind={faces.length > 0 ? 'choice' : 'money'}
      >
        {() =>
          faces.length > 0 ? (
            <Select options={faces.map((fen) => ({ value: fen, label: amountText(fen) }))} />
          ) : (
            <MoneyInput disabled={!product} />
          )
        }
      </FieldItem>
      <FieldItem
        {...common}
        path={[...path, 'quantity']}
        label={t('field.quantity')}
        schema={line.quantity}
        kind="number"
      >
        {({ min, max }) => (
          <InputNumber
            {...(min !== undefined && { min })}
            {...(max !== undefined && { max })}
            precision={0}
            style={{ width: '100%' }}
          />
        )}
      </FieldItem>
    </>
  );
}
