import { useQuery } from '@tanstack/react-query';
import { type CardRow, cardSortFields } from '@xyxlx/contracts/card';
import { cardFormWords, cardNamingWords, cardStateWords } from '@xyxlx/contracts/card-kinds';
import { paths } from '@xyxlx/contracts/paths';
import { Button, Flex, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { CardFace, faceOf } from '../../kit/card-face.tsx';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { merchantFilter } from '../../kit/filters/merchant-filter.tsx';
import { moneyFilter } from '../../kit/filters/money-filter.tsx';
import { optionFilter } from '../../kit/filters/option-filter.tsx';
import { pickFilter } from '../../kit/filters/pick-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { dayText } from '../../lib/time.ts';
import { cardActions } from './card-actions.tsx';
import { CardTile } from './card-tile.tsx';

const CardDrawer = lazyOverlay(async () => (await import('./card-drawer.tsx')).CardDrawer);

/** The cards that the units one may see have bought. */
export function CardList() {
  const { t } = useTranslation('card');
  const [search, setSearch] = useSearchParams();
  const isFaces = search.get('look') === 'faces';
  const products = useProducts();
  return (
    <List
      name="card"
      label={t('tab.cards')}
      query={api.card.queryCard}
      ofTenants
      sums={{
        query: api.card.sumCard,
        figures: [
          { name: 'faceAmount', label: t('field.faceAmount') },
          { name: 'balance', label: t('field.balance') },
          { name: 'heldBalance', label: t('field.heldBalance') },
        ],
      }}
      sortFields={cardSortFields}
      filters={[
        textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.card.hint') }),
        choiceFilter('state', t('field.state'), cardStateWords),
        pickFilter('productId', t('field.product'), products),
        merchantFilter(t('field.merchant')),
        optionFilter('companyId', t('field.company'), api.merchant.queryCompanyOption),
        textFilter('orderNo', t('field.order')),
        choiceFilter('naming', t('field.naming'), cardNamingWords),
        choiceFilter('form', t('field.form'), cardFormWords),
        daysFilter('expires', t('field.expiresAt'), 'expiresFrom', 'expiresTo'),
        moneyFilter('minBalance', t('filter.minBalance')),
        moneyFilter('maxBalance', t('filter.maxBalance')),
      ]}
      columns={(cell) => [
        cell.name('cardNo', t('field.cardNo'), (row) => row.cardNo),
        cell.figures('maskedPan', t('field.pan'), (row) => row.maskedPan, { wide: true }),
        cell.state('state', t('field.state'), cardStateWords, (row) => row.state),
        cell.custom('product', t('field.product'), (row) => <Product card={row} />),
        cell.text('holder', t('field.holder'), (row) => row.holder?.name, { width: 110 }),
        cell.money('faceAmount', t('field.faceAmount'), (row) => row.faceAmount),
        cell.money('balance', t('field.balance'), (row) => row.balance),
        cell.money('heldBalance', t('field.heldBalance'), (row) => row.heldBalance),
        cell.figures('expiresAt', t('field.expiresAt'), (row) => row.expiresAt && dayText(row.expiresAt)),
        cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant, {
          width: 180,
          optional: true,
        }),
        cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt, { optional: true }),
      ]}
      bulk={{
        permission: 'card.freeze',
        nameOf: (row) => `${row.cardNo} · ${row.maskedPan}`,
        actions: cardActions(t),
      }}
      none={t('card.none')}
      start={<Start />}
      tile={isFaces ? (card) => <CardTile card={card} /> : undefined}
      actions={
        <Segmented
          aria-label={t('look.label')}
          value={isFaces ? 'faces' : 'table'}
          options={[
            { value: 'table', label: t('look.table') },
            { value: 'faces', label: t('look.faces') },
          ]}
          onChange={(look) => setSearch((before) => withLook(before, look))}
        />
      }
      exports={[{ permission: 'card.export', path: 'card/exportCard' }]}
      drawer={({ id, open, onClose }) => <CardDrawer id={id} onOpen={open} onClose={onClose} />}
    />
  );
}

/** The product as its face shows it, and what kind of card it makes. */
function Product({ card }: { card: CardRow }) {
  const label = useLabel();
  return (
    <Flex gap={10} align="center">
      <div style={{ flex: 'none', width: 44 }}>
        <CardFace product={faceOf(card)} width={44} />
      </div>
      <div>
        <div>{card.product.name}</div>
        <div style={{ color: 'var(--ink-soft)', fontSize: 12 }}>
          {label(cardFormWords[card.form])} · {label(cardNamingWords[card.naming])}
        </div>
      </div>
    </Flex>
  );
}

/** What cards are sold as: a tenant has few of them. */
function useProducts() {
  const { data } = useQuery(
    api.card.queryProduct.queryOptions({ pageSize: 200, sort: { field: 'code', order: 'asc' } }),
  );
  return data?.list.map(({ id, name, code }) => ({ value: id, label: `${name} · ${code}` })) ?? [];
}

/** How the first cards come: ordered, or from a file. */
function Start() {
  const { t } = useTranslation('card');
  const can = useCan();
  return (
    <Flex justify="center" gap={8}>
      {can('order.view') && (
        <Link to={paths.cardOrder}>
          <Button type="primary">{t('card.order')}</Button>
        </Link>
      )}
      {can('card.import') && (
        <Link to={paths.cardImports}>
          <Button>{t('card.import')}</Button>
        </Link>
      )}
    </Flex>
  );
}

function withLook(search: URLSearchParams, look: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (look === 'faces') next.set('look', look);
  else next.delete('look');
  return next;
}
