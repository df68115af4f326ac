import { useMutation, useQuery } from '@tanstack/react-query';
import { statement as contract, type StatementLineRow } from '@xyxlx/contracts/statement';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';

const { input } = contract.claimTopUp;
/** For a company that nobody told of it, or as a top-up that waits for it. */
const ways = {
  company: input.required({ companyId: true }),
  topUp: input.required({ topUpId: true }),
};

/** Claims what came in: as the top-up that goes together with it best, or for the company that paid, unless another is chosen; mount it to open it. */
export function ClaimDialog({ line, onClose }: { line: StatementLineRow; onClose(): void }) {
  const { t } = useTranslation(['fund', 'kit']);
  const { id: lineId, amount, payer } = line;
  const { data: companies } = useQuery(api.fund.queryLineCompany.queryOptions({ id: lineId }));
  const { data: matches } = useQuery(api.fund.queryLineMatch.queryOptions({ id: lineId }));
  const [chosen, setChosen] = useState<keyof typeof ways | null>(null);
  const claim = useMutation(
    api.fund.claimTopUp.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        const areas = [api.fund, api.topup, api.approval, api.home].map((area) => area.pathFilter());
        await acted(approvalId ? t('kit:act.submitted') : t('claim.done'), ...areas);
      },
    }),
  );
  if (!companies || !matches) return null;
  const proposedId = matches.find(({ isProposed }) => isProposed)?.topUp.id;
  const way = chosen ?? (proposedId ? 'topUp' : 'company');
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
          {matches.length > 0 && (
            <Segmented
              style={{ marginBottom: 16 }}
              value={way}
              onChange={setChosen}
              options={[
                { value: 'topUp', label: t('claim.way.topUp', { count: matches.length }) },
                { value: 'company', label: t('claim.way.company') },
              ]}
            />
          )}
          {way === 'topUp'
            ? field.pick('topUpId', t('claim.topUp'), {
                options: matches.map(({ score, topUp: { id, no, company, transferCode } }) => ({
                  value: id,
                  label: `${t(`claim.match.${score}`)} · ${no} ${company.name} ${transferCode}`,
                })),
                ...(proposedId ? { initial: proposedId } : { extra: t('claim.tie') }),
              })
            : field.pick('companyId', t('field.company'), {
                options: companies.map(({ id, name }) => ({ value: id, label: name })),
                ...(payingId && { initial: payingId }),
              })}
          {field.text('remark', t('claim.remark'))}
        </>
      )}
    />
  );
}
