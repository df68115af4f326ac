import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import { useTranslation } from 'react-i18next';
import { TransferFacts as Transfer } from '../../kit/pay/transfer-facts.tsx';

/** What the payer of a top-up's transfer needs; nothing once it is not waited for. */
export function TransferFacts({ row: { payTo, transferCode, amount } }: { row: TopUpDetail }) {
  const { t } = useTranslation('top-up');
  if (!payTo || !transferCode) return null;
  return (
    <Transfer
      payTo={payTo}
      amount={amount}
      code={transferCode}
      codeLabel={t('field.transferCode')}
      words={t('transfer.words', { code: transferCode })}
    />
  );
}
