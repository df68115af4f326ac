import { useMutation, useQuery } from '@tanstack/react-query';
import { type CompanyRow, company as contract } from '@xyxlx/contracts/company';
import { isCreditCode } from '@xyxlx/contracts/credit-code';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { companyOptions } from '../../kit/company-options.ts';
import { fits, needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

const { shape } = contract.addCompany.input;
const checkedCreditCode = z
  .string()
  .refine((text) => isCreditCode(text.toUpperCase()))
  .optional();

interface Values {
  name: string;
  parentId?: string | null;
  creditCode?: string;
  contactName?: string;
  contactMobile?: string;
  address?: string;
  reason?: string;
}

/** Makes a company or changes one. */
export function CompanyForm({ company, onClose }: { company: CompanyRow | null; onClose(): void }) {
  const { t } = useTranslation(['company', 'kit']);
  const tree = useQuery(api.company.getCompanyTree.queryOptions({}));
  const changed = async () => {
    onClose();
    await acted(t('kit:saved'), api.company.pathFilter());
  };
  const add = useMutation(api.company.addCompany.mutationOptions({ onSuccess: changed }));
  const edit = useMutation(
    api.company.editCompany.mutationOptions({
      onSuccess: async (saved, sent) => {
        const waits = sent.name !== saved.name || sent.creditCode !== saved.creditCode;
        onClose();
        await acted(
          t(waits ? 'kit:form.changeSubmitted' : 'kit:saved'),
          api.company.pathFilter(),
          api.approval.pathFilter(),
        );
      },
    }),
  );
  const waiting = useSubjectApproval('companyChange', company?.id);
  const isGuarded = company?.certification === 'VERIFIED';
  const isFixed = isGuarded && waiting?.state === 'PENDING';
  const extra = isGuarded && t(isFixed ? 'kit:form.changeWaits' : 'kit:form.needsChecker');

  function submit(values: Values): void {
    const { name, parentId, creditCode, contactName, contactMobile, address, reason } = values;
    const given = {
      name,
      parentId: parentId ?? null,
      creditCode: creditCode ? creditCode.toUpperCase() : null,
      contactName: contactName || null,
      address: address || null,
      // It came masked: sent only when somebody typed it anew.
      ...(contactMobile && { contactMobile }),
    };
    if (company)
      edit.mutate({ id: company.id, version: company.version, ...given, ...(reason && { reason }) });
    else add.mutate(given);
  }

  return (
    <FormDrawer<Values>
      title={t(company ? 'form.edit' : 'form.add')}
      initial={company ? valuesOf(company) : {}}
      isPending={add.isPending || edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('field.name')} {...needed(shape.name, t('form.name'))} extra={extra}>
        <TextInput maxLength={80} disabled={isFixed} />
      </Form.Item>
      <Form.Item name="parentId" label={t('field.parent')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('form.parent.none')}
          options={companyOptions(tree.data?.list ?? []).filter(({ value }) => value !== company?.id)}
        />
      </Form.Item>
      <Form.Item
        name="creditCode"
        label={t('field.creditCode')}
        rules={[fits(checkedCreditCode, t('form.creditCode'))]}
        extra={extra}
      >
        <TextInput maxLength={18} className="figures" disabled={isFixed} />
      </Form.Item>
      <Form.Item
        name="contactName"
        label={t('field.contactName')}
        rules={[fits(shape.contactName.unwrap().optional(), t('form.contactName'))]}
      >
        <TextInput maxLength={50} />
      </Form.Item>
      <Form.Item
        name="contactMobile"
        label={t('field.contactMobile')}
        rules={[fits(shape.contactMobile, t('form.contactMobile'))]}
      >
        <TextInput
          maxLength={120}
          autoComplete="off"
          {...(company?.contactMobile && { placeholder: t('form.keep', { now: company.contactMobile }) })}
        />
      </Form.Item>
      <Form.Item
        name="address"
        label={t('field.address')}
        rules={[fits(shape.address.unwrap().optional(), t('form.address'))]}
      >
        <TextInput maxLength={200} />
      </Form.Item>
      {isGuarded && !isFixed && (
        <Form.Item name="reason" label={t('kit:form.changeReason')}>
          <TextInput maxLength={200} placeholder={t('kit:form.changeReason.hint')} />
        </Form.Item>
      )}
    </FormDrawer>
  );
}

function valuesOf({ name, parent, creditCode, contactName, address }: CompanyRow): Partial<Values> {
  return {
    name,
    parentId: parent?.id ?? null,
    ...(creditCode && { creditCode }),
    ...(contactName && { contactName }),
    ...(address && { address }),
  };
}
