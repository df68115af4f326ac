import { cardFormWords, cardNamingWords, cardProductStateWords } from '@xyxlx/contracts/card-kinds';
import { type CardProductRow, cardProductSortFields } from '@xyxlx/contracts/card-product';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CardFace } from '../../kit/card-face.tsx';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { facesText } from './faces-text.ts';

const ProductDrawer = lazyOverlay(async () => (await import('./product-drawer.tsx')).ProductDrawer);
const ProductForm = lazy(async () => ({ default: (await import('./product-form.tsx')).ProductForm }));

/** 卡产品: what cards are sold as. */
export function ProductList() {
  const { t } = useTranslation('card');
  const can = useCan();
  const [edited, setEdited] = useState<CardProductRow | 'new' | null>(null);
  const add = can('card.product') && (
    <Button type="primary" onClick={() => setEdited('new')}>
      {t('product.add')}
    </Button>
  );
  return (
    <>
      <List
        name="cardProduct"
        label={t('tab.products')}
        query={api.card.queryProduct}
        ofTenants
        sortFields={cardProductSortFields}
        filters={[
          textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
          choiceFilter('form', t('field.form'), cardFormWords),
          choiceFilter('naming', t('field.naming'), cardNamingWords),
          choiceFilter('state', t('field.state'), cardProductStateWords),
        ]}
        columns={(cell) => [
          cell.custom('art', t('field.art'), (row) => <CardFace product={row} width={56} />, { width: 80 }),
          cell.name('name', t('field.name'), (row) => row.name),
          cell.figures('code', t('field.code'), (row) => row.code, { wide: true }),
          cell.state('state', t('field.state'), cardProductStateWords, (row) => row.state),
          cell.kind('form', t('field.form'), cardFormWords, (row) => row.form),
          cell.kind('naming', t('field.naming'), cardNamingWords, (row) => row.naming),
          cell.figures('faces', t('field.faces'), facesText),
          cell.money('makingFee', t('field.makingFee'), (row) => row.makingFee, { wide: true }),
          cell.text('months', t('field.months'), ({ months }) => validityText(months), { wide: true }),
          cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt, { optional: true }),
        ]}
        drawer={({ id, onClose }) => <ProductDrawer id={id} onEdit={setEdited} onClose={onClose} />}
        actions={add}
        start={add}
      />
      <Suspense>
        {edited !== null && (
          <ProductForm product={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </Suspense>
    </>
  );

  function validityText(months: number | null): string {
    return months === null ? t('months.none') : t('months', { count: months });
  }
}
