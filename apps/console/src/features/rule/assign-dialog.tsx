import { useMutation } from '@tanstack/react-query';
import { rule as contract, scopeChangeWords } from '@xyxlx/contracts/rule';
import { useTranslation } from 'react-i18next';
import { BulkFormDialog } from '../../kit/actions/bulk-form-dialog.tsx';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import type { BulkDialogProps } from '../../kit/actions/record-action.ts';
import { invalidate } from '../../kit/actions/use-bound-action.ts';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { api } from '../../lib/api.ts';
import { NamesProvider, useNewNames } from './names.ts';
import { ScopeFields } from './scope-fields.tsx';
import { tidied } from './written.ts';

/** 批量指派: puts lines into the scopes of the picked 制度 or takes them out, and tells what became of each. */
export function AssignDialog(dialog: BulkDialogProps) {
  const { t } = useTranslation(['rule', 'kit']);
  const { t: kit } = useTranslation('kit');
  const names = useNewNames([]);
  const assign = useMutation(
    api.rule.assignInstitution.mutationOptions({
      ...useIdempotencyKey(),
      onSuccess: () => invalidate([api.rule.pathFilter(), api.approval.pathFilter()]),
    }),
  );
  return (
    <NamesProvider value={names}>
      <BulkFormDialog
        {...dialog}
        title={t('assign.title', { total: dialog.ids.length })}
        words={t('assign.words')}
        okText={t('act.assign')}
        width={720}
        isLong
        schema={contract.assignInstitution.input}
        known={{ ids: dialog.ids }}
        work={{
          ...assign,
          mutate: (input) => assign.mutate({ ...input, scopes: input.scopes.map(tidied) }),
        }}
        fields={(field) => (
          <>
            {field.choice('change', t('assign.change'), scopeChangeWords, { initial: 'ADD' })}
            <ScopeFields initial={[{ kind: 'MERCHANT', excluded: false }]} />
            <div style={{ height: 16 }} />
            {field.text('reason', ...reasonField(kit))}
          </>
        )}
      />
    </NamesProvider>
  );
}
