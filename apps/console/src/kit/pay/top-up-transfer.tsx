import { useQuery } from '@tanstack/react-query';
import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { TransferFacts } from './transfer-facts.tsx';

/** What the payer of a transfer needs to know, to be copied and handed on; mount it to open it. */
export function TopUpTransferDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('kit');
  const { data: row } = useQuery(api.topup.getTopUp.queryOptions({ id }));
  return (
    <Drawer open title={t('pay.transfer')} size={420} onClose={onClose}>
      {row && <TopUpTransfer row={row} />}
    </Drawer>
  );
}

/** What the payer of a top-up's transfer needs; nothing once it is not waited for. */
export function TopUpTransfer({ row: { payTo, transferCode, amount } }: { row: TopUpDetail }) {
  const { t } = useTranslation('kit');
  if (!payTo || !transferCode) return null;
  return (
    <TransferFacts
      payTo={payTo}
      amount={amount}
      code={transferCode}
      codeLabel={t('pay.transferCode')}
      words={t('pay.transfer.words', { code: transferCode })}
    />
  );
}
