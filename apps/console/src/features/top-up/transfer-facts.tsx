import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import { Alert, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../kit/copy-button.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { yuanText } from '../../lib/money.ts';

/** The account that a transfer goes to, its amount and the code for 摘要, each to be copied; nothing once it is not waited for. */
export function TransferFacts({ row }: { row: TopUpDetail }) {
  const { t } = useTranslation('top-up');
  const { payTo, transferCode } = row;
  if (!payTo || !transferCode) return null;
  const copied = (text: string, value = text) => (
    <Flex component="span" gap={4} align="center" className="figures">
      {text} <CopyButton value={value} />
    </Flex>
  );
  return (
    <Flex vertical gap={16}>
      <Alert type="info" showIcon title={t('transfer.words', { code: transferCode })} />
      <Facts
        title={t('transfer.title')}
        record={row}
        facts={(cell) => [
          cell.custom('transferCode', t('field.transferCode'), () => copied(transferCode)),
          cell.custom('amount', t('transfer.amount'), ({ amount }) =>
            copied(yuanText(amount), (amount / 100).toFixed(2)),
          ),
          cell.custom('payTo', t('transfer.name'), () => copied(payTo.name)),
          cell.custom('accountNo', t('transfer.accountNo'), () => copied(payTo.accountNo)),
          cell.text('bank', t('transfer.bank'), () => payTo.bank),
        ]}
      />
    </Flex>
  );
}
