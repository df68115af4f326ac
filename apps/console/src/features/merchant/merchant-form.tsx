import { useMutation, useQuery } from '@tanstack/react-query';
import { isCreditCode } from '@xyxlx/contracts/credit-code';
import { merchant as contract, type MerchantDetail } from '@xyxlx/contracts/merchant';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fits, needed } from '../../kit/fits.ts';
import { FormDrawer } from '../../kit/form-drawer.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { choiceOf } from '../../lib/tenant-option.ts';

const { shape } = contract.addMerchant.input;
const texts = { name: 100, shortName: 40, region: 60, contactName: 40, settlementBank: 60 } as const;
const checkedCreditCode = z.string().refine((text) => isCreditCode(text.toUpperCase()));

type Values = z.input<typeof contract.addMerchant.input>;

interface MerchantFormProps {
  /** The merchant to change; without, a new one. */
  merchant: MerchantDetail | null;
  onClose(): void;
}

/** Registers a merchant or changes one. */
export function MerchantForm({ merchant, onClose }: MerchantFormProps) {
  const { t } = useTranslation(['merchant', 'kit']);
  const after = (words: string) => async () => {
    onClose();
    await acted(words, api.merchant.pathFilter(), api.approval.pathFilter());
  };
  const add = useMutation(api.merchant.addMerchant.mutationOptions({ onSuccess: after(t('form.added')) }));
  const edit = useMutation(api.merchant.editMerchant.mutationOptions({ onSuccess: after(t('kit:saved')) }));

  function submit(values: Values): void {
    const { contactMobile, settlementAccount, companyId, brandId, platformId, ...rest } = values;
    const owners = { companyId: companyId ?? null, brandId: brandId ?? null, platformId: platformId ?? null };
    const given = { ...rest, ...owners, creditCode: values.creditCode.toUpperCase() };
    if (!merchant) {
      add.mutate({ ...given, contactMobile, settlementAccount });
      return;
    }
    edit.mutate({
      ...given,
      id: merchant.id,
      version: merchant.version,
      ...(contactMobile && { contactMobile }),
      ...(settlementAccount && { settlementAccount }),
    });
  }

  return (
    <FormDrawer<Values>
      title={t(merchant ? 'form.edit' : 'form.add')}
      initial={merchant ? valuesOf(merchant) : {}}
      isPending={add.isPending || edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="name" />
      <TextField name="shortName" />
      <Form.Item
        name="creditCode"
        label={t('field.creditCode')}
        {...needed(checkedCreditCode, t('form.creditCode'))}
      >
        <Input maxLength={18} className="figures" />
      </Form.Item>
      <Owners />
      <Form.Item name="mcc" label={t('field.mcc')} {...needed(shape.mcc, t('form.mcc'))}>
        <Input maxLength={4} inputMode="numeric" className="figures" />
      </Form.Item>
      <TextField name="region" />
      <TextField name="contactName" />
      <SecretField name="contactMobile" isKept={merchant !== null} maxLength={11} />
      <TextField name="settlementBank" />
      <SecretField name="settlementAccount" isKept={merchant !== null} maxLength={30} />
    </FormDrawer>
  );
}

function TextField({ name }: { name: keyof typeof texts }) {
  const { t } = useTranslation('merchant');
  const max = texts[name];
  return (
    <Form.Item name={name} label={t(`field.${name}`)} {...needed(shape[name], t('form.required', { max }))}>
      <Input maxLength={max} />
    </Form.Item>
  );
}

interface SecretFieldProps {
  name: 'contactMobile' | 'settlementAccount';
  /** What is stored never comes back whole; an empty field leaves it as it is. */
  isKept: boolean;
  maxLength: number;
}

function SecretField({ name, isKept, maxLength }: SecretFieldProps) {
  const { t } = useTranslation('merchant');
  return (
    <Form.Item
      name={name}
      label={t(`field.${name}`)}
      required={!isKept}
      rules={[fits(isKept ? shape[name].optional() : shape[name], t(`form.${name}`))]}
    >
      <Input
        maxLength={maxLength}
        inputMode="numeric"
        autoComplete="off"
        className="figures"
        {...(isKept && { placeholder: t('form.keep') })}
      />
    </Form.Item>
  );
}

function Owners() {
  const { t } = useTranslation('merchant');
  const companies = useQuery(api.merchant.queryCompanyOption.queryOptions());
  const brands = useQuery(api.merchant.queryBrandOption.queryOptions());
  const platforms = useQuery(api.merchant.queryPlatformOption.queryOptions());
  const owners = [
    { name: 'companyId', label: t('field.company'), found: companies },
    { name: 'brandId', label: t('field.brand'), found: brands },
    { name: 'platformId', label: t('field.platform'), found: platforms },
  ];
  return owners.map(({ name, label, found }) => (
    <Form.Item key={name} name={name} label={label}>
      <Select
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        loading={found.isFetching}
        options={found.data?.map(choiceOf) ?? []}
      />
    </Form.Item>
  ));
}

function valuesOf(merchant: MerchantDetail): Partial<Values> {
  const { name, shortName, creditCode, contactName, mcc, region, settlementBank } = merchant;
  return {
    name,
    shortName,
    creditCode,
    contactName,
    mcc,
    region,
    settlementBank,
    companyId: merchant.company?.id ?? null,
    brandId: merchant.brand?.id ?? null,
    platformId: merchant.platform?.id ?? null,
  };
}
