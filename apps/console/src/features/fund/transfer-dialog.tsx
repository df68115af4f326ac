import { useMutation, useQuery } from '@tanstack/react-query';
import { fund as contract } from '@xyxlx/contracts/fund';
import { maxPageSize } from '@xyxlx/contracts/paging';
import { Form, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { ActForecast } from '../../kit/approval/act-forecast.tsx';
import { fieldsOf } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { selectOptionOf } from '../../lib/select-option.ts';
import { accountText } from './account-text.ts';

const { input } = contract.addTransfer;
const field = fieldsOf<typeof input>();

/** Hands in a transfer, with what will be left and who will have to agree; mount it to open it. */
export function TransferDialog({ fromId, onClose }: { fromId?: string; onClose(): void }) {
  const { t } = useTranslation(['fund', 'kit']);
  const { t: words } = useTranslation('kit');
  const add = useMutation(
    api.fund.addTransfer.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        const areas = [api.fund, api.approval, api.home].map((area) => area.pathFilter());
        await acted(approvalId ? t('kit:act.submitted') : t('transfer.done'), ...areas);
      },
    }),
  );
  return (
    <FormDialog
      title={t('transfer.title')}
      words={t('transfer.words')}
      okText={t('transfer.submit')}
      schema={input}
      work={add}
      onClose={onClose}
      fields={(field) => (
        <>
          <TransferFields fromId={fromId} />
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}

function TransferFields({ fromId }: { fromId: string | undefined }) {
  const { t } = useTranslation('fund');
  const { data, isPending } = useQuery(
    api.fund.queryAccount.queryOptions({ kind: ['ENTERPRISE', 'FEE', 'SETTLEMENT'], pageSize: maxPageSize }),
  );
  const accounts = data?.list ?? [];
  const chosen = Form.useWatch<string | undefined>('fromId');
  const amount = Form.useWatch<number | undefined>('amount');
  const from = accounts.find(({ id }) => id === chosen);
  const free = from?.availableBalance;
  const moved = amount === undefined || Number.isNaN(amount) || amount > (free ?? 0) ? 0 : amount;
  const [isChosenOut, setChosenOut] = useState(false);
  const { data: payouts = [], isPending: areComing } = useQuery(api.fund.queryPayoutAccount.queryOptions({}));
  const leaves = from?.kind === 'SETTLEMENT' || (isChosenOut && from?.kind !== 'FEE');
  const targets = accounts.filter(({ id, kind }) => kind === 'ENTERPRISE' && id !== chosen);
  return (
    <>
      {field.pick('fromId', t('field.from'), {
        loading: isPending,
        options: accounts.map((account) => ({ value: account.id, label: accountText(account) })),
        ...(fromId && { initial: fromId }),
        ...(free !== undefined && { extra: t('transfer.free', { amount: yuanText(free) }) }),
      })}
      {from?.kind === 'ENTERPRISE' && (
        <Segmented
          block
          style={{ marginBottom: 16 }}
          aria-label={t('transfer.way')}
          value={leaves}
          options={[
            { value: false, label: t('transfer.toCompany') },
            { value: true, label: t('transfer.withdraw') },
          ]}
          onChange={setChosenOut}
        />
      )}
      {leaves
        ? field.pick('platformAccountId', t('transfer.payout'), {
            loading: areComing,
            options: payouts.map(selectOptionOf),
            extra: t('transfer.payout.hint'),
            check: (id: string | null | undefined) => !id && t('transfer.choose'),
          })
        : field.pick('toId', t('field.to'), {
            loading: isPending,
            options: targets.map((account) => ({ value: account.id, label: accountText(account) })),
            dependsOn: ['fromId'],
            check: (id: string | null | undefined, read) =>
              id ? id === read('fromId') && t('transfer.same') : t('transfer.choose'),
          })}
      {field.money('amount', t('transfer.amount'), {
        dependsOn: ['fromId'],
        check: (fen: number | undefined) =>
          fen !== undefined &&
          free !== undefined &&
          fen > free &&
          t('transfer.most', { most: yuanText(free) }),
      })}
      {chosen && (
        <ActForecast subjectType="fundTransfer" accountId={chosen} amount={moved} fundDelta={-moved} />
      )}
    </>
  );
}
