import { skipToken, useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Drawer, Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../kit/copy-button.tsx';
import { MaskedText } from '../../kit/masked-text.tsx';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import { momentText } from '../../lib/time.ts';
import { MerchantStateTag } from './merchant-state-tag.tsx';

/** One merchant in detail, over the list; `id` null keeps it closed. */
export function MerchantDrawer({ id, onClose }: { id: string | null; onClose(): void }) {
  const { t } = useTranslation(['merchant', 'common']);
  const {
    data: merchant,
    error,
    refetch,
  } = useQuery(api.merchant.getMerchant.queryOptions(id ? { id } : skipToken));
  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size={560}
      title={merchant?.name ?? t('detail.title')}
      extra={merchant && <MerchantStateTag state={merchant.state} />}
    >
      {!merchant && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {error && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={failureOf(error).text}>
          <Button onClick={() => refetch()}>{t('common:retry')}</Button>
        </Empty>
      )}
      {merchant && (
        <Descriptions
          column={1}
          bordered
          size="small"
          styles={{ label: { width: 160 } }}
          items={[
            {
              key: 'merchantNo',
              label: t('field.merchantNo'),
              children: (
                <span className="figures">
                  {merchant.merchantNo} <CopyButton value={merchant.merchantNo} />
                </span>
              ),
            },
            { key: 'name', label: t('field.name'), children: merchant.name },
            { key: 'shortName', label: t('field.shortName'), children: merchant.shortName },
            {
              key: 'creditCode',
              label: t('field.creditCode'),
              children: (
                <span className="figures">
                  {merchant.creditCode} <CopyButton value={merchant.creditCode} />
                </span>
              ),
            },
            { key: 'contactName', label: t('field.contactName'), children: merchant.contactName },
            {
              key: 'contactMobile',
              label: t('field.contactMobile'),
              children: <MaskedText value={merchant.contactMobile} />,
            },
            { key: 'brand', label: t('field.brand'), children: merchant.brand?.name ?? '—' },
            { key: 'platform', label: t('field.platform'), children: merchant.platform?.name ?? '—' },
            { key: 'mcc', label: t('field.mcc'), children: <span className="figures">{merchant.mcc}</span> },
            { key: 'region', label: t('field.region'), children: merchant.region },
            {
              key: 'settlement',
              label: t('field.settlement'),
              children: (
                <>
                  {merchant.settlementBank} <MaskedText value={merchant.settlementAccount} />
                </>
              ),
            },
            {
              key: 'createdAt',
              label: t('field.createdAt'),
              children: <span className="figures">{momentText(merchant.createdAt)}</span>,
            },
            {
              key: 'updatedAt',
              label: t('field.updatedAt'),
              children: <span className="figures">{momentText(merchant.updatedAt)}</span>,
            },
          ]}
        />
      )}
    </Drawer>
  );
}
