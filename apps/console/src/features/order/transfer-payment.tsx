import { useQuery } from '@tanstack/react-query';
import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { Alert, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { LineMatches } from '../../kit/pay/line-matches.tsx';
import { TransferFacts } from '../../kit/pay/transfer-facts.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import styles from './order.module.css';
import { Proofs } from './proofs.tsx';

/** What is to be transferred for an order and what proves it, beside the lines that may be it. */
export function TransferPayment({ order }: { order: CardOrderDetail }) {
  const { t } = useTranslation('order');
  const { no, payTo, payableAmount } = order;
  return (
    <div className={styles.transfer}>
      <Flex vertical gap={16}>
        {payTo ? (
          <TransferFacts
            payTo={payTo}
            amount={payableAmount}
            code={no}
            codeLabel={t('field.no')}
            words={t('transfer.words', { no })}
          />
        ) : (
          <Alert type="warning" showIcon title={t('transfer.nowhere')} />
        )}
      </Flex>
      <Flex vertical gap={20}>
        <Proofs order={order} />
        <Lines order={order} />
      </Flex>
    </div>
  );
}

function Lines({ order: { id, no, company, payableAmount, incoming } }: { order: CardOrderDetail }) {
  const { t } = useTranslation('order');
  const can = useCan();
  const isSeen = can('topup.view') && incoming === null;
  const { data } = useQuery({ ...api.fund.queryOrderLine.queryOptions({ id }), enabled: isSeen });
  if (incoming) {
    return (
      <Alert
        type="info"
        showIcon
        title={t('transfer.claimed', { bankNo: incoming.bankNo, no: incoming.no })}
      />
    );
  }
  if (!data) return null;
  const claimed = { as: { orderId: id }, no, company: company.name, amount: payableAmount };
  return <LineMatches matches={data} claimed={can('topup.edit') ? claimed : undefined} />;
}
