import { useMutation } from '@tanstack/react-query';
import { type BrandRow, brand as contract } from '@xyxlx/contracts/brand';
import type { Option } from '@xyxlx/contracts/option';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BulkFormDialog } from '../../kit/actions/bulk-form-dialog.tsx';
import { MerchantsInput } from '../../kit/form/merchants-input.tsx';
import { api } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Gives merchants the brand, then tells what became of each; mount it to open it. */
export function AssignDialog({ brand, onClose }: { brand: BrandRow; onClose(): void }) {
  const { t } = useTranslation('brand');
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const work = useMutation(
    api.brand.assignMerchant.mutationOptions({
      onSuccess: () =>
        Promise.all(
          [api.brand.pathFilter(), api.merchant.pathFilter()].map((area) =>
            queryClient.invalidateQueries(area),
          ),
        ),
    }),
  );
  const onChosen = (chosen: readonly Option[]) => setNames(new Map(chosen.map(({ id, name }) => [id, name])));
  return (
    <BulkFormDialog
      ids={[brand.id]}
      nameOf={(id) => names.get(id) ?? id}
      onClose={onClose}
      title={t('assign.title', { name: brand.name })}
      words={t('assign.words')}
      okText={t('act.assign')}
      schema={contract.assignMerchant.input}
      known={{ id: brand.id }}
      work={work}
      fields={(field) => [
        field.custom('merchantIds', t('assign.merchants'), <ChosenMerchants onChosen={onChosen} />),
      ]}
    />
  );
}

interface ChosenMerchantsProps {
  /** Handed in by the field. */
  id?: string;
  value?: string[];
  onChange?(ids: string[]): void;
  /** What the merchants are called, for the answer. */
  onChosen(chosen: readonly Option[]): void;
}

function ChosenMerchants({ onChange, onChosen, ...field }: ChosenMerchantsProps) {
  return (
    <MerchantsInput
      {...field}
      known={[]}
      onChange={(ids, chosen) => {
        onChosen(chosen);
        onChange?.(ids);
      }}
    />
  );
}
