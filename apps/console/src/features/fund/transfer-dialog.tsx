import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { fund as contract } from '@xyxlx/contracts/fund';
import { type FundKind, fundKindWords } from '@xyxlx/contracts/fund-kinds';
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
import { labelText } from '../../lib/label.ts';
import { yuanText } from '../../lib/money.ts';
import { AccountInput } from './account-input.tsx';
import { useAccount } from './account-options.ts';

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

const targets: FundKind[] = ['ENTERPRISE'];
/** What money is transferred from: 备付金 follows the limits alone. */
const sources: FundKind[] = ['ENTERPRISE', 'FEE', 'SETTLEMENT'];

function TransferFields({ fromId }: { fromId: string | undefined }) {
  const { t } = useTranslation('fund');
  const chosen = Form.useWatch<string | undefined>('fromId');
  const amount = Form.useWatch<number | undefined>('amount');
  const from = useAccount(chosen);
  const free = from?.availableBalance;
  const moved = amount === undefined || Number.isNaN(amount) || amount > (free ?? 0) ? 0 : amount;
  const [isChosenOut, setChosenOut] = useState(false);
  const leaves = from?.kind === 'SETTLEMENT' || (isChosenOut && from?.kind !== 'FEE');
  const { data: payouts = [], isPending: areComing } = useQuery(
    api.fund.queryPayoutAccount.queryOptions(from && leaves ? { fromId: from.id } : skipToken),
  );
  return (
    <>
      {field.custom('fromId', t('field.from'), <AccountInput kind={sources} />, {
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
            options: payouts.map(({ id, name }) => ({ value: id, label: name })),
            extra: t('transfer.payout.hint'),
            check: (id: string | null | undefined) => !id && t('transfer.choose'),
          })
        : field.custom(
            'toId',
            t('field.to'),
            <AccountInput kind={targets} tenantId={from?.tenant?.id} exceptId={chosen} />,
            {
              dependsOn: ['fromId'],
              check: (id: string | null | undefined, read) =>
                id ? id === read('fromId') && t('transfer.same') : t('transfer.choose'),
            },
          )}
      {field.money('amount', t('transfer.amount'), {
        dependsOn: ['fromId'],
        check: (fen: number | undefined) =>
          fen !== undefined &&
          free !== undefined &&
          fen > free &&
          t('transfer.most', { most: yuanText(free) }),
      })}
      {from && (
        <ActForecast
          subjectType="fundTransfer"
          accountId={from.id}
          balanceLabel={t('transfer.balance', { kind: labelText(fundKindWords[from.kind]) })}
          amount={moved}
          fundDelta={-moved}
        />
      )}
    </>
  );
}
