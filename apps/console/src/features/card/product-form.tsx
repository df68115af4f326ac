import { useMutation } from '@tanstack/react-query';
import { cardFormWords, cardNamingWords } from '@xyxlx/contracts/card-kinds';
import { type CardProductRow, cardProduct as contract } from '@xyxlx/contracts/card-product';
import { Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { mccOptions } from '../../lib/mcc.ts';
import { FacesInput } from './faces-input.tsx';

/** Adds a card product as a draft, or changes one; what was approved changes once somebody else has agreed. */
export function ProductForm({ product, onClose }: { product: CardProductRow | null; onClose(): void }) {
  const { t } = useTranslation(['card', 'kit']);
  const [sold, setSold] = useState<'LIST' | 'RANGE'>(product?.faces.length === 0 ? 'RANGE' : 'LIST');
  const waiting = useSubjectApproval('cardProduct', product?.id);
  const isApproved = product !== null && product.state !== 'DRAFT';
  const isWaiting = isApproved && waiting?.state === 'PENDING';
  const guard = isApproved
    ? { names: Object.keys(contract.addProduct.input.shape).filter((name) => name !== 'code'), isWaiting }
    : undefined;
  const changed = async (words: string) => {
    onClose();
    await acted(words, api.card.pathFilter(), api.approval.pathFilter());
  };
  const add = useMutation(api.card.addProduct.mutationOptions({ onSuccess: () => changed(t('kit:saved')) }));
  const edit = useMutation(
    api.card.editProduct.mutationOptions({
      onSuccess: ({ approvalId }) =>
        changed(t(approvalId === null ? 'kit:saved' : 'kit:approval.changeSubmitted')),
    }),
  );
  return (
    <RecordForm
      title={t(product ? 'product.edit' : 'product.add')}
      record={product}
      guard={guard}
      add={{ schema: contract.addProduct.input, work: add }}
      edit={{ schema: contract.editProduct.input, work: edit }}
      size={560}
      isLong
      onClose={onClose}
      fields={(field) => [
        field.text('code', t('field.code'), { isCode: true, isUpper: true, isShownFixed: true }),
        field.text('name', t('field.name')),
        field.choice('form', t('field.form'), cardFormWords, { initial: 'PHYSICAL', disabled: isApproved }),
        field.choice('naming', t('field.naming'), cardNamingWords, {
          initial: 'NAMED',
          disabled: isApproved,
        }),
        <Radio.Group
          key="sold"
          optionType="button"
          style={{ marginBlockEnd: 12 }}
          value={sold}
          options={[
            { value: 'LIST', label: t('faces.list') },
            { value: 'RANGE', label: t('faces.range') },
          ]}
          onChange={({ target }) => setSold(target.value)}
        />,
        sold === 'LIST' &&
          field.custom('faces', t('field.faces'), <FacesInput />, { extra: t('faces.hint') }),
        sold === 'RANGE' && field.money('faceMin', t('field.faceMin')),
        sold === 'RANGE' && field.money('faceMax', t('field.faceMax')),
        field.money('makingFee', t('field.makingFee'), { initial: 0 }),
        field.number('months', t('field.months'), { extra: t('months.hint') }),
        field.flag('reloadable', t('field.reloadable'), { initial: false }),
        field.money('singleLimit', t('field.singleLimit'), { extra: t('limit.hint') }),
        field.money('dayLimit', t('field.dayLimit')),
        field.money('monthLimit', t('field.monthLimit')),
        field.number('dayCount', t('field.dayCount')),
        field.tags('mcc', t('field.mcc'), {
          initial: [],
          options: mccOptions(),
          tokenSeparators: [',', '，', '、', ' '],
          extra: t('mcc.hint'),
        }),
        isApproved && !isWaiting && field.text('reason', t('kit:approval.changeReason')),
      ]}
    />
  );
}
