import { skipToken, useQuery } from '@tanstack/react-query';
import { cardFormWords, cardNamingWords, cardProductStateWords } from '@xyxlx/contracts/card-kinds';
import type { CardProductRow } from '@xyxlx/contracts/card-product';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { PendingChange } from '../../kit/approval/pending-change.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { mccText } from '../../lib/mcc.ts';
import { useCan } from '../../lib/me.ts';
import { ArtEditor } from './art-editor.tsx';
import { facesText } from './faces-text.ts';
import { productActions } from './product-actions.ts';

interface ProductDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(product: CardProductRow): void;
  onClose(): void;
}

/** One card product over the list. */
export function ProductDrawer({ id, onEdit, onClose }: ProductDrawerProps) {
  const { t } = useTranslation('card');
  const can = useCan();
  const record = useQuery(api.card.getProduct.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<CardProductRow>
      open={id !== null}
      record={record}
      title={t('product.detail')}
      titleOf={({ name }) => name}
      extra={({ state }) => <StateTag words={cardProductStateWords[state]} />}
      footer={(product) =>
        can('card.product') && (
          <RecordActions record={product} nameOf={({ name }) => name} actions={productActions(t, onEdit)} />
        )
      }
      size={640}
      onClose={onClose}
    >
      {(product) => <Detail key={product.id} product={product} />}
    </DetailDrawer>
  );
}

function Detail({ product }: { product: CardProductRow }) {
  const { t } = useTranslation('card');
  const change = useSubjectApproval('cardProduct', product.id);
  const { mcc } = product;
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
      <PendingChange approval={change} />
      <ArtEditor product={product} />
      <Facts
        record={product}
        facts={(cell) => [
          cell.code('code', t('field.code'), (row) => row.code),
          cell.kind('form', t('field.form'), cardFormWords, (row) => row.form),
          cell.kind('naming', t('field.naming'), cardNamingWords, (row) => row.naming),
          cell.figures('faces', t('field.faces'), facesText),
          cell.amount('makingFee', t('field.makingFee'), (row) => row.makingFee),
          cell.text('months', t('field.months'), ({ months }) =>
            months === null ? t('months.none') : t('months', { count: months }),
          ),
          cell.text('reloadable', t('field.reloadable'), (row) => t(row.reloadable ? 'yes' : 'no')),
          cell.stamp(
            'createdAt',
            t('field.createdAt'),
            (row) => row.createdAt,
            (row) => row.createdBy,
          ),
          cell.stamp(
            'updatedAt',
            t('field.updatedAt'),
            (row) => row.updatedAt,
            (row) => row.updatedBy,
          ),
        ]}
      />
      <Facts
        title={t('product.spending')}
        record={product}
        facts={(cell) => [
          cell.amount('singleLimit', t('field.singleLimit'), (row) => row.singleLimit),
          cell.amount('dayLimit', t('field.dayLimit'), (row) => row.dayLimit),
          cell.amount('monthLimit', t('field.monthLimit'), (row) => row.monthLimit),
          cell.count('dayCount', t('field.dayCount'), (row) => row.dayCount),
          cell.text('mcc', t('field.mcc'), () =>
            mcc.length > 0 ? mcc.map(mccText).join('、') : t('mcc.any'),
          ),
        ]}
      />
      {change && <ApprovalHistory history={change.history} />}
    </div>
  );
}
