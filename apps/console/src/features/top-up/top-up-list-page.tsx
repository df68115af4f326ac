import type { TopUpDetail } from '@xyxlx/contracts/top-up';
import {
  topUpChannelWords,
  topUpExceptionWords,
  topUpStateWords,
  topUpTargetWords,
} from '@xyxlx/contracts/top-up-kinds';
import { Button, Flex } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { optionFilter } from '../../kit/filters/option-filter.tsx';
import { daysFilter } from '../../kit/filters/span-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { List } from '../../kit/list/list.tsx';
import { Page } from '../../kit/page.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { actorName } from '../../lib/stamp.ts';
import { Funnel } from './funnel.tsx';

const TopUpDrawer = lazyOverlay(async () => (await import('./top-up-drawer.tsx')).TopUpDrawer);
const TopUpForm = lazy(async () => ({ default: (await import('./top-up-form.tsx')).TopUpForm }));
const TopUpTransferDrawer = lazy(async () => ({
  default: (await import('../../kit/pay/top-up-transfer.tsx')).TopUpTransferDrawer,
}));
const TopUpCode = lazy(async () => ({ default: (await import('../../kit/pay/top-up-code.tsx')).TopUpCode }));

/** 充值记录: what was begun at each channel, what is odd about it, and beginning another. */
export function Component() {
  const { t } = useTranslation('top-up');
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const [paying, setPaying] = useState<TopUpDetail | null>(null);
  const add = can('topup.edit') && (
    <Button type="primary" onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  );
  return (
    <Page title={t('title')} lead={t('lead')} actions={add}>
      <Flex vertical gap={16}>
        <Funnel />
        <List
          name="topUp"
          label={t('title')}
          query={api.topup.queryTopUp}
          ofTenants
          sortFields={['createdAt', 'amount', 'state']}
          filters={[
            textFilter('keyword', t('keyword'), { placeholder: t('keyword.hint') }),
            choiceFilter('exception', t('field.exception'), topUpExceptionWords),
            choiceFilter('state', t('field.state'), topUpStateWords),
            choiceFilter('channel', t('field.channel'), topUpChannelWords),
            choiceFilter('target', t('field.target'), topUpTargetWords),
            optionFilter('companyId', t('field.company'), api.merchant.queryCompanyOption),
            daysFilter('created', t('field.createdAt'), 'createdFrom', 'createdTo'),
          ]}
          columns={(cell) => [
            cell.name('no', t('field.no'), (row) => row.no),
            cell.state('state', t('field.state'), topUpStateWords, (row) => row.state),
            cell.custom('exception', t('field.exception'), ({ late, toldAmount, divertedFor }) => (
              <Flex gap={4}>
                {late && <StateTag words={topUpExceptionWords.LATE} />}
                {toldAmount !== null && <StateTag words={topUpExceptionWords.MISMATCH} />}
                {divertedFor !== null && <StateTag words={topUpExceptionWords.DIVERTED} />}
              </Flex>
            )),
            cell.kind('channel', t('field.channel'), topUpChannelWords, (row) => row.channel),
            cell.text(
              'target',
              t('field.target'),
              ({ company, card, order }) => card?.cardNo ?? order?.no ?? company.name,
              { width: 200 },
            ),
            cell.money('amount', t('field.amount'), (row) => row.amount),
            cell.money('feeAmount', t('field.fee'), (row) => row.feeAmount, { optional: true }),
            cell.money('receivedAmount', t('field.received'), (row) => row.receivedAmount),
            cell.figures('transferCode', t('field.transferCode'), (row) => row.transferCode, {
              optional: true,
            }),
            cell.figures('flowNo', t('field.flowNo'), (row) => row.flowNo, { optional: true }),
            cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
            cell.text(
              'createdBy',
              t('field.createdBy'),
              ({ createdBy }) => createdBy && actorName(createdBy),
            ),
          ]}
          drawer={({ id, onClose }) => <TopUpDrawer id={id} onPay={setPaying} onClose={onClose} />}
          start={add}
          exports={[{ permission: 'topup.export', path: 'topup/exportTopUp' }]}
        />
      </Flex>
      <Suspense>
        {isAdding && <TopUpForm onMade={setPaying} onClose={() => setAdding(false)} />}
        {paying?.channel === 'TRANSFER' && (
          <TopUpTransferDrawer id={paying.id} onClose={() => setPaying(null)} />
        )}
        {paying && paying.channel !== 'TRANSFER' && (
          <TopUpCode id={paying.id} paidWords={t('qr.paid')} onClose={() => setPaying(null)} />
        )}
      </Suspense>
    </Page>
  );
}
