import { useQuery } from '@tanstack/react-query';
import { topUpChannelWords, topUpStateWords } from '@xyxlx/contracts/top-up-kinds';
import { Drawer, Flex, QRCode } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../kit/money.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { minuteText } from '../../lib/time.ts';

const pollMs = 2000;

/** The code that the payer scans, until it is paid: then it closes by itself. */
export function QrDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation('top-up');
  const { data: row } = useQuery({
    ...api.topup.getTopUp.queryOptions({ id }, { trpc: { context: { background: true } } }),
    refetchInterval: ({ state: { data } }) => (data && data.payUrl === null ? false : pollMs),
  });
  const isPaid = row?.state === 'SUCCESS';
  const close = useEffectEvent(() => {
    onClose();
    void acted(t('qr.paid'), api.topup.pathFilter());
  });
  useEffect(() => {
    if (isPaid) close();
  }, [isPaid]);
  return (
    <Drawer open title={t('qr.title')} size={420} onClose={onClose}>
      {row && (
        <Flex vertical align="center" gap={16} aria-live="polite">
          <StateTag words={topUpStateWords[row.state]} />
          <strong style={{ fontSize: 24 }}>
            ¥ <Money fen={row.amount} />
          </strong>
          {row.payUrl === null ? (
            <p>{t('qr.over')}</p>
          ) : (
            <>
              <QRCode value={row.payUrl} size={240} />
              <p>{t('qr.scan', { channel: labelText(topUpChannelWords[row.channel]) })}</p>
            </>
          )}
          <p className="figures">{row.no}</p>
          {row.closesAt !== null && row.payUrl !== null && (
            <p>{t('qr.closes', { at: minuteText(row.closesAt) })}</p>
          )}
        </Flex>
      )}
    </Drawer>
  );
}
