import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { rule as contract, scopeChangeWords } from '@xyxlx/contracts/rule';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkFormDialog } from '../../kit/actions/bulk-form-dialog.tsx';
import { reasonField } from '../../kit/actions/reason-dialog.tsx';
import type { BulkDialogProps } from '../../kit/actions/record-action.ts';
import { invalidate } from '../../kit/actions/use-bound-action.ts';
import { useIdempotencyKey } from '../../kit/idempotency-key.ts';
import { api } from '../../lib/api.ts';

/** 指派制度: puts the picked merchants into the scopes of 制度 or takes them out, and tells what became of each 制度. */
export function AssignDialog({ ids: merchantIds, onClose }: BulkDialogProps) {
  const { t } = useTranslation(['merchant', 'kit']);
  const { t: kit } = useTranslation('kit');
  const [typed, setTyped] = useState('');
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const keyword = useDeferredValue(typed.trim());
  const found = useQuery(
    api.rule.queryInstitution.queryOptions(
      { state: ['DRAFT', 'ENABLED', 'DISABLED'], pageSize: 50, ...(keyword && { keyword }) },
      { placeholderData: keepPreviousData, trpc: { context: { background: true } } },
    ),
  );
  const known = new Map([...names, ...(found.data?.list ?? []).map(({ id, name }) => [id, name] as const)]);
  const assign = useMutation(
    api.rule.assignInstitution.mutationOptions({
      ...useIdempotencyKey(),
      onMutate: () => setNames(known),
      onSuccess: () => invalidate([api.rule.pathFilter(), api.approval.pathFilter()]),
    }),
  );
  return (
    <BulkFormDialog
      ids={merchantIds}
      nameOf={(id) => known.get(id) ?? ''}
      onClose={onClose}
      title={t('assign.title', { total: merchantIds.length })}
      words={t('assign.words')}
      okText={t('assign.submit')}
      schema={contract.assignInstitution.input}
      known={{ scopes: merchantIds.map((id) => ({ kind: 'MERCHANT' as const, id })) }}
      work={assign}
      fields={(field) => (
        <>
          {field.custom(
            'ids',
            t('assign.policies'),
            <Select
              mode="multiple"
              showSearch={{ filterOption: false, onSearch: setTyped }}
              loading={found.isFetching}
              options={[...known].map(([value, label]) => ({ value, label }))}
              onSelect={() => setNames(known)}
            />,
          )}
          {field.choice('change', t('assign.change'), scopeChangeWords, { initial: 'ADD' })}
          {field.text('reason', ...reasonField(kit))}
        </>
      )}
    />
  );
}
