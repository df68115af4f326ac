import {
  type TopUpChannel,
  type TopUpState,
  topUpChannelWords,
  topUpStateWords,
} from '@xyxlx/contracts/top-up-kinds';
import { Button, Drawer, Flex, QRCode } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../lib/label.ts';
import { minuteText } from '../../lib/time.ts';
import { Money } from '../money.tsx';
import { StateTag } from '../state-tag.tsx';

/** What a channel asks somebody to pay. */
export interface AskedPayment {
  no: string;
  amount: number;
  /** Null once there is nothing to pay. */
  channel: TopUpChannel | null;
  state: TopUpState;
  /** What is behind the code; null once there is nothing to pay. */
  payUrl: string | null;
  closesAt: string | null;
}

/** How often it is looked whether a code is paid, in ms. */
export const payPollMs = 2000;

interface PayCodeProps {
  /** Undefined until it is read. */
  asked: AskedPayment | undefined;
  isPaid: boolean;
  /** Asks the channel again, which did not answer when it was asked for the code. */
  retry?: { isPending: boolean; ask(): void } | undefined;
  onPaid(): void;
  onClose(): void;
}

/** The code that the payer scans, until it is paid: then it closes by itself. */
export function PayCode({ asked, isPaid, retry, onPaid, onClose }: PayCodeProps) {
  const { t } = useTranslation('kit');
  const label = useLabel();
  const close = useEffectEvent(() => {
    onClose();
    onPaid();
  });
  useEffect(() => {
    if (isPaid) close();
  }, [isPaid]);
  return (
    <Drawer open title={t('pay.code')} size={420} onClose={onClose}>
      {asked && (
        <Flex vertical align="center" gap={16} aria-live="polite">
          <StateTag words={topUpStateWords[asked.state]} />
          <strong style={{ fontSize: 24 }}>
            ¥ <Money fen={asked.amount} />
          </strong>
          {asked.payUrl === null || asked.channel === null ? (
            <NoCode isAsked={asked.state === 'WAITING'} retry={retry} />
          ) : (
            <>
              <QRCode value={asked.payUrl} size={240} />
              <p style={{ textAlign: 'center' }}>
                {t('pay.scan', { channel: label(topUpChannelWords[asked.channel]) })}
              </p>
            </>
          )}
          <p className="figures">{asked.no}</p>
          {asked.closesAt !== null && asked.payUrl !== null && (
            <p>{t('pay.closes', { at: minuteText(asked.closesAt) })}</p>
          )}
        </Flex>
      )}
    </Drawer>
  );
}

function NoCode({ isAsked, retry }: Pick<PayCodeProps, 'retry'> & { isAsked: boolean }) {
  const { t } = useTranslation('kit');
  return (
    <>
      <p style={{ textAlign: 'center' }}>{t(isAsked ? 'pay.none' : 'pay.over')}</p>
      {isAsked && retry && (
        <Button type="primary" loading={retry.isPending} onClick={retry.ask}>
          {t('pay.retry')}
        </Button>
      )}
    </>
  );
}
