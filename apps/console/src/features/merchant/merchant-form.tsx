import { useMutation, useQuery } from '@tanstack/react-query';
import { isCreditCode } from '@xyxlx/contracts/credit-code';
import { merchant as contract, isLive, type MerchantDetail } from '@xyxlx/contracts/merchant';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { fits, needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { amountText } from '../../lib/money.ts';
import { choiceOf } from '../../lib/tenant-option.ts';

const { shape } = contract.addMerchant.input;
const texts = { name: 100, shortName: 40, region: 60, contactName: 40, settlementBank: 60 } as const;
const checkedCreditCode = z.string().refine((text) => isCreditCode(text.toUpperCase()));

type Values = z.input<typeof contract.addMerchant.input> & { reason?: string };

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
  const edit = useMutation(
    api.merchant.editMerchant.mutationOptions({
      onSuccess: (saved, { settlementAccount, ...sent }) => {
        const waits =
          settlementAccount !== undefined ||
          sent.creditCode !== saved.creditCode ||
          sent.settlementBank !== saved.settlementBank ||
          sent.companyId !== (saved.company?.id ?? null);
        return after(t(isLive(saved.state) && waits ? 'kit:form.changeSubmitted' : 'kit:saved'))();
      },
    }),
  );
  const waiting = useSubjectApproval('merchantChange', merchant?.id);
  const isGuarded = merchant !== null && isLive(merchant.state);
  const isFixed = isGuarded && waiting?.state === 'PENDING';
  const guarded = isGuarded
    ? { extra: t(isFixed ? 'kit:form.changeWaits' : 'kit:form.needsChecker'), isFixed }
    : undefined;

  function submit(values: Values): void {
    const { contactMobile, settlementAccount, companyId, brandId, platformId, reason, ...rest } = values;
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
      ...(reason && { reason }),
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
        extra={guarded?.extra}
      >
        <Input maxLength={18} className="figures" disabled={isFixed} />
      </Form.Item>
      <Owners guarded={guarded} merchant={merchant} />
      <Form.Item name="mcc" label={t('field.mcc')} {...needed(shape.mcc, t('form.mcc'))}>
        <Input maxLength={4} inputMode="numeric" className="figures" />
      </Form.Item>
      <TextField name="region" />
      <TextField name="contactName" />
      <SecretField name="contactMobile" isKept={merchant !== null} maxLength={11} />
      <TextField name="settlementBank" guarded={guarded} />
      <SecretField name="settlementAccount" isKept={merchant !== null} maxLength={30} guarded={guarded} />
      {isGuarded && !isFixed && (
        <Form.Item
          name="reason"
          label={t('kit:form.changeReason')}
          rules={[fits(contract.editMerchant.input.shape.reason, t('kit:form.changeReason'))]}
        >
          <Input maxLength={200} placeholder={t('kit:form.changeReason.hint')} />
        </Form.Item>
      )}
    </FormDrawer>
  );
}

/** What the form says of a field that only a checker changes; fixed while a change waits. */
interface Guard {
  extra: string;
  isFixed: boolean;
}

function TextField({ name, guarded }: { name: keyof typeof texts; guarded?: Guard | undefined }) {
  const { t } = useTranslation('merchant');
  const max = texts[name];
  return (
    <Form.Item
      name={name}
      label={t(`field.${name}`)}
      {...needed(shape[name], t('form.required', { max }))}
      extra={guarded?.extra}
    >
      <Input maxLength={max} disabled={guarded?.isFixed ?? false} />
    </Form.Item>
  );
}

interface SecretFieldProps {
  name: 'contactMobile' | 'settlementAccount';
  /** What is stored never comes back whole; an empty field leaves it as it is. */
  isKept: boolean;
  maxLength: number;
  guarded?: Guard | undefined;
}

function SecretField({ name, isKept, maxLength, guarded }: SecretFieldProps) {
  const { t } = useTranslation('merchant');
  return (
    <Form.Item
      name={name}
      label={t(`field.${name}`)}
      required={!isKept}
      rules={[fits(isKept ? shape[name].optional() : shape[name], t(`form.${name}`))]}
      extra={guarded?.extra}
    >
      <Input
        disabled={guarded?.isFixed ?? false}
        maxLength={maxLength}
        inputMode="numeric"
        autoComplete="off"
        className="figures"
        {...(isKept && { placeholder: t('form.keep') })}
      />
    </Form.Item>
  );
}

function Owners({ guarded, merchant }: { guarded: Guard | undefined; merchant: MerchantDetail | null }) {
  const { t } = useTranslation('merchant');
  const companies = useQuery(api.merchant.queryCompanyOption.queryOptions());
  const brands = useQuery(api.merchant.queryBrandOption.queryOptions());
  const platforms = useQuery(api.merchant.queryPlatformOption.queryOptions());
  const unspent = merchant ? merchant.summary.availableLimit + merchant.summary.lockedLimit : 0;
  const owners = [
    { name: 'companyId', label: t('field.company'), found: companies },
    { name: 'brandId', label: t('field.brand'), found: brands },
    { name: 'platformId', label: t('field.platform'), found: platforms },
  ];
  return owners.map(({ name, label, found }) => (
    <Form.Item
      key={name}
      name={name}
      label={label}
      extra={
        name === 'companyId' &&
        guarded &&
        [guarded.extra, unspent > 0 && t('form.move', { amount: amountText(unspent) })]
          .filter(Boolean)
          .join(t('form.stop'))
      }
    >
      <Select
        disabled={name === 'companyId' && guarded?.isFixed === true}
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
