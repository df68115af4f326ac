import { useMutation } from '@tanstack/react-query';
import { type CardPolicy, cardPolicyFields, cardPolicies as contract } from '@xyxlx/contracts/card-policy';
import { useTranslation } from 'react-i18next';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';

/** Hands in another card policy; somebody else approves it. Mount it to open it. */
export function EditPolicy({ policy, onClose }: { policy: CardPolicy; onClose(): void }) {
  const { t } = useTranslation('card');
  const { t: words } = useTranslation('kit');
  const label = useLabel();
  const edit = useMutation(
    api.card.editPolicy.mutationOptions({
      onSuccess: async () => {
        onClose();
        await acted(words('act.submitted'), api.card.pathFilter(), api.approval.pathFilter());
      },
    }),
  );
  const title = (field: keyof typeof cardPolicyFields) => label(cardPolicyFields[field]);
  return (
    <FormDialog
      title={t('policy.edit')}
      words={t('policy.edit.words')}
      okText={t('act.submit')}
      schema={contract.editPolicy.input}
      known={{ version: policy.version }}
      work={edit}
      onClose={onClose}
      fields={(field) => (
        <>
          {field.money('namedMax', title('namedMax'), { initial: policy.namedMax })}
          {field.money('anonymousMax', title('anonymousMax'), { initial: policy.anonymousMax })}
          {field.number('anonymousMinMonths', title('anonymousMinMonths'), {
            initial: policy.anonymousMinMonths,
          })}
          {field.flag('namedExpires', title('namedExpires'), { initial: policy.namedExpires })}
          {field.flag('anonymousLoss', title('anonymousLoss'), { initial: policy.anonymousLoss })}
          {field.number('redeemAfterMonths', title('redeemAfterMonths'), {
            initial: policy.redeemAfterMonths,
          })}
          {field.money('realNameFrom', title('realNameFrom'), { initial: policy.realNameFrom })}
          {field.money('transferOnlyFrom', title('transferOnlyFrom'), { initial: policy.transferOnlyFrom })}
          {field.text('reason', ...reasonField(words))}
        </>
      )}
    />
  );
}
