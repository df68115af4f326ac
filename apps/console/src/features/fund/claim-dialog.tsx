import { useMutation, useQuery } from '@tanstack/react-query';
import { statement as contract, type StatementLineRow } from '@xyxlx/contracts/statement';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';

const { input } = contract.claimTopUp;

/** Claims what came in for a company, the one that paid unless another is chosen; mount it to open it. */
export function ClaimDialog({ line, onClose }: { line: StatementLineRow; onClose(): void }) {
  const { t } = useTranslation(['fund', 'kit']);
  const { id: lineId, amount, payer } = line;
  const { data: companies } = useQuery(api.fund.queryLineCompany.queryOptions({ id: lineId }));
  const claim = useMutation(
    api.fund.claimTopUp.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: async ({ approvalId }) => {
        onClose();
        const areas = [api.fund, api.approval, api.home].map((area) => area.pathFilter());
        await acted(approvalId ? t('kit:act.submitted') : t('claim.done'), ...areas);
      },
    }),
  );
  if (!companies) return null;
  const payingId = companies.find(({ name }) => name === payer)?.id;
  return (
    <FormDialog
      title={t('claim.heading', { amount: yuanText(amount) })}
      words={t('claim.words', { payer: payer || t('claim.nobody') })}
      okText={t('claim.submit')}
      schema={input}
      work={claim}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.constant('lineId', lineId)}
          {field.pick('companyId', t('field.company'), {
            options: companies.map(({ id, name }) => ({ value: id, label: name })),
            ...(payingId && { initial: payingId }),
          })}
          {field.text('remark', t('claim.remark'))}
        </>
      )}
    />
  );
}
