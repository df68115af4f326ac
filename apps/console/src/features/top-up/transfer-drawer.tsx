import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { TransferFacts } from './transfer-facts.tsx';

/** What the payer of a transfer needs to know, to be copied and handed on; mount it to open it. */
export function TransferDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('top-up');
  const { data: row } = useQuery(api.topup.getTopUp.queryOptions({ id }));
  return (
    <Drawer open title={t('transfer.title')} size={420} onClose={onClose}>
      {row && <TransferFacts row={row} />}
    </Drawer>
  );
}
