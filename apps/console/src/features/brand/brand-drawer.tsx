import { skipToken, useQuery } from '@tanstack/react-query';
import type { BrandRow } from '@xyxlx/contracts/brand';
import { consumptionCategoryWords } from '@xyxlx/contracts/consumption';
import { enabledStateWords } from '@xyxlx/contracts/enabled-state';
import { paths } from '@xyxlx/contracts/paths';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { brandActions } from './brand-actions.tsx';
import { LogoEditor } from './logo-editor.tsx';

interface BrandDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(brand: BrandRow): void;
  onClose(): void;
}

/** One brand over the list. */
export function BrandDrawer({ id, onEdit, onClose }: BrandDrawerProps) {
  const { t } = useTranslation('brand');
  const can = useCan();
  const seesMerchants = can('merchant.view');
  const record = useQuery(api.brand.getBrand.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<BrandRow>
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ name }) => name}
      extra={({ state }) => <StateTag words={enabledStateWords[state]} />}
      footer={(brand) =>
        can('brand.edit') && (
          <RecordActions
            record={brand}
            nameOf={({ name }) => name}
            actions={brandActions(t, { onEdit, seesMerchants })}
          />
        )
      }
      onClose={onClose}
    >
      {(brand) => (
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
          <LogoEditor key={brand.id} brand={brand} />
          <Facts
            record={brand}
            facts={(cell) => [
              cell.kind('category', t('field.category'), consumptionCategoryWords, (row) => row.category),
              cell.count('merchantCount', t('field.merchantCount'), (row) => row.merchantCount),
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
          {seesMerchants && (
            <p style={{ margin: 0 }}>
              <Link to={`${paths.merchant}?brandId=${brand.id}`}>{t('detail.merchants')}</Link>
            </p>
          )}
        </div>
      )}
    </DetailDrawer>
  );
}
