import { useMutation } from '@tanstack/react-query';
import { company as contract, type InvoiceTitleRow } from '@xyxlx/contracts/company';
import { Form, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { fits, needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

const { shape } = contract.addInvoiceTitle.input;
const optional = { address: 200, phone: 30, bank: 100, bankAccount: 30, email: 120 } as const;
const optionalNames = Object.keys(optional) as (keyof typeof optional)[];

type Values = { title: string; taxNo: string; isDefault?: boolean } & Partial<
  Record<keyof typeof optional, string>
>;

interface InvoiceTitleFormProps {
  companyId: string;
  /** Null for a new one. */
  row: InvoiceTitleRow | null;
  onClose(): void;
}

/** Makes an invoice title or changes one. */
export function InvoiceTitleForm({ companyId, row, onClose }: InvoiceTitleFormProps) {
  const { t } = useTranslation(['company', 'kit']);
  const changed = async () => {
    onClose();
    await acted(t('kit:saved'), api.company.queryInvoiceTitle.pathFilter());
  };
  const add = useMutation(api.company.addInvoiceTitle.mutationOptions({ onSuccess: changed }));
  const edit = useMutation(api.company.editInvoiceTitle.mutationOptions({ onSuccess: changed }));

  function submit({ title, taxNo, isDefault = false, ...rest }: Values): void {
    const given = {
      title,
      taxNo: taxNo.toUpperCase(),
      isDefault,
      address: rest.address || null,
      phone: rest.phone || null,
      bank: rest.bank || null,
      bankAccount: rest.bankAccount || null,
      email: rest.email || null,
    };
    if (row) edit.mutate({ id: row.id, version: row.version, ...given });
    else add.mutate({ companyId, ...given });
  }

  return (
    <FormDrawer<Values>
      title={t(row ? 'invoice.edit' : 'invoice.add')}
      initial={row ? valuesOf(row) : { isDefault: true }}
      isPending={add.isPending || edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="title" label={t('invoice.name')} {...needed(shape.title, t('invoice.form.title'))}>
        <TextInput maxLength={100} />
      </Form.Item>
      <Form.Item name="taxNo" label={t('invoice.taxNo')} {...needed(shape.taxNo, t('invoice.form.taxNo'))}>
        <TextInput maxLength={20} className="figures" />
      </Form.Item>
      {optionalNames.map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`invoice.${name}`)}
          rules={[fits(shape[name].unwrap().optional(), t(`invoice.form.${name}`))]}
        >
          <TextInput maxLength={optional[name]} />
        </Form.Item>
      ))}
      <Form.Item name="isDefault" label={t('invoice.isDefault')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  );
}

function valuesOf({ title, taxNo, isDefault, ...row }: InvoiceTitleRow): Partial<Values> {
  const filled = optionalNames.flatMap((name) => (row[name] ? [[name, row[name]] as const] : []));
  return { title, taxNo, isDefault, ...Object.fromEntries(filled) };
}
