import type { PayTo } from '@xyxlx/contracts/pay-to';
import { Alert, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { yuanText } from '../../lib/money.ts';
import { CopyButton } from '../copy-button.tsx';
import { Facts } from '../detail/facts.tsx';

interface TransferFactsProps {
  payTo: PayTo;
  /** In fen. */
  amount: number;
  /** What the payer writes into 摘要, and what it is called. */
  code: string;
  codeLabel: string;
  /** What to do with it. */
  words: string;
}

/** The account that a transfer goes to, its amount and the code for 摘要, each to be copied. */
export function TransferFacts({ payTo, amount, code, codeLabel, words }: TransferFactsProps) {
  const { t } = useTranslation('kit');
  const copied = (text: string, value = text) => (
    <Flex component="span" gap={4} align="center" className="figures">
      {text} <CopyButton value={value} />
    </Flex>
  );
  return (
    <Flex vertical gap={16}>
      <Alert type="info" showIcon title={words} />
      <Facts
        title={t('pay.transfer')}
        record={payTo}
        facts={(cell) => [
          cell.custom('code', codeLabel, () => copied(code)),
          cell.custom('amount', t('pay.amount'), () => copied(yuanText(amount), (amount / 100).toFixed(2))),
          cell.custom('name', t('pay.name'), ({ name }) => copied(name)),
          cell.custom('accountNo', t('pay.accountNo'), ({ accountNo }) => copied(accountNo)),
          cell.text('bank', t('pay.bank'), ({ bank }) => bank),
        ]}
      />
    </Flex>
  );
}
