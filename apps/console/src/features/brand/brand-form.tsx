import { useMutation } from '@tanstack/react-query';
import { type BrandRow, brand as contract } from '@xyxlx/contracts/brand';
import { consumptionCategoryWords } from '@xyxlx/contracts/consumption';
import { useTranslation } from 'react-i18next';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

/** Adds a brand or changes one. */
export function BrandForm({ brand, onClose }: { brand: BrandRow | null; onClose(): void }) {
  const { t } = useTranslation(['brand', 'kit']);
  const onSuccess = async () => {
    onClose();
    await acted(t('kit:saved'), api.brand.pathFilter(), api.merchant.pathFilter());
  };
  const add = useMutation(api.brand.addBrand.mutationOptions({ onSuccess }));
  const edit = useMutation(api.brand.editBrand.mutationOptions({ onSuccess }));
  return (
    <RecordForm
      title={t(brand ? 'form.edit' : 'form.add')}
      record={brand}
      add={{ schema: contract.addBrand.input, work: add }}
      edit={{ schema: contract.editBrand.input, work: edit }}
      size={440}
      onClose={onClose}
      fields={(field) => [
        field.text('name', t('field.name')),
        field.choice('category', t('field.category'), consumptionCategoryWords),
      ]}
    />
  );
}
