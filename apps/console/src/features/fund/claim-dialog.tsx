import { useMutation, useQuery } from '@tanstack/react-query';
import { statement as contract, type StatementLineRow } from '@xyxlx/contracts/statement';
import type { Matched } from '@xyxlx/contracts/top-up-match';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';

const { input } = contract.claimTopUp;
/** For a company that nobody told of it, as what pays an order of cards, or as a top-up that waits for it. */
const ways = {
  company: input.required({ companyId: true }),
  order: input.required({ orderId: true }),
  topUp: input.required({ topUpId: true }),
};

/** Claims what came in: as the top-up or order that goes together with it best, or for the company that paid, unless another is chosen; mount it to open it. */
export function ClaimDialog({ line, onClose }: { line: StatementLineRow; onClose(): void }) {
  const { t } = useTranslation(['fund', 'kit']);
  const { id: lineId, amount, payer } = line;
  const { data: companies } = useQuery(api.fund.queryLineCompany.queryOptions({ id: lineId }));
  const { data: matches } = useQuery(api.fund.queryLineMatch.queryOptions({ id: lineId }));
  const { data: orders } = useQuery(api.fund.queryLineOrder.queryOptions({ id: lineId }));
  const [chosen, setChosen] = useState<keyof typeof ways | null>(null);
  const claim = useMutation(
    api.fund.claimTopUp.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        const areas = [api.fund, api.topup, api.order, api.approval, api.home].map((area) =>
          area.pathFilter(),
        );
        await acted(approvalId ? t('kit:act.submitted') : t('claim.done'), ...areas);
      },
    }),
  );
  if (!companies || !matches || !orders) return null;
  const topUp = matches.find(({ isProposed }) => isProposed);
  const order = orders.find(({ isProposed }) => isProposed);
  const way = chosen ?? bestOf(topUp, order);
  const payingId = companies.find(({ name }) => name === payer)?.id;
  return (
    <FormDialog
      title={t('claim.heading', { amount: yuanText(amount) })}
      words={t('claim.words', { payer: payer || t('claim.nobody') })}
      okText={t('claim.submit')}
      schema={ways[way]}
      work={claim}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.constant('lineId', lineId)}
          {matches.length + orders.length > 0 && (
            <Segmented
              style={{ marginBottom: 16 }}
              value={way}
              onChange={setChosen}
              options={[
                ...(matches.length > 0
                  ? [{ value: 'topUp' as const, label: t('claim.way.topUp', { count: matches.length }) }]
                  : []),
                ...(orders.length > 0
                  ? [{ value: 'order' as const, label: t('claim.way.order', { count: orders.length }) }]
                  : []),
                { value: 'company' as const, label: t('claim.way.company') },
              ]}
            />
          )}
          {way === 'topUp' &&
            field.pick('topUpId', t('claim.topUp'), {
              options: matches.map(({ score, topUp: { id, no, company, transferCode } }) => ({
                value: id,
                label: `${t(`kit:match.${score}`)} · ${no} ${company.name} ${transferCode}`,
              })),
              ...(topUp ? { initial: topUp.topUp.id } : { extra: t('claim.tie') }),
            })}
          {way === 'order' &&
            field.pick('orderId', t('claim.order'), {
              options: orders.map(({ score, order: { id, no, company, proofs } }) => ({
                value: id,
                label: [
                  t(`kit:match.${score}`),
                  `${no} ${company.name}`,
                  ...(proofs > 0 ? [t('claim.proofs', { count: proofs })] : []),
                ].join(' · '),
              })),
              ...(order ? { initial: order.order.id } : { extra: t('claim.tie') }),
            })}
          {way === 'company' &&
            field.pick('companyId', t('field.company'), {
              options: companies.map(({ id, name }) => ({ value: id, label: name })),
              ...(payingId && { initial: payingId }),
            })}
          {field.text('remark', t('claim.remark'))}
        </>
      )}
    />
  );
}

/** What a line is claimed as unless another is chosen: what goes together with it best, if anything does. */
function bestOf(topUp: Matched | undefined, order: Matched | undefined): keyof typeof ways {
  if (!topUp && !order) return 'company';
  return (order?.score ?? 0) > (topUp?.score ?? 0) ? 'order' : 'topUp';
}
