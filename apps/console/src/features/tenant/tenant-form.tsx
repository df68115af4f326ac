import { useMutation, useQuery } from '@tanstack/react-query';
import { tenant as contract, type TenantRow } from '@xyxlx/contracts/tenant';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { DayField } from '../../kit/form/day-field.tsx';
import { fits, needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { dayText } from '../../lib/time.ts';
import { notifyInitialPassword } from './notify-initial-password.tsx';

const { shape } = contract.addTenant.input;

interface Values {
  code?: string;
  name: string;
  packageId?: string | null;
  /** The last day. */
  expiresOn?: string | undefined;
  domains?: string[];
  administratorName?: string;
  administratorMobile?: string;
}

/** Makes a tenant with its first administrator, or changes one. */
export function TenantForm({ tenant, onClose }: { tenant: TenantRow | null; onClose(): void }) {
  const { t } = useTranslation(['tenant', 'kit']);
  const packages = useQuery(api.tenant.queryPackage.queryOptions({ pageSize: 200 }));
  const changed = () => acted(t('kit:saved'), api.tenant.pathFilter());
  const add = useMutation(
    api.tenant.addTenant.mutationOptions({
      onSuccess: async ({ initialPassword }, { administrator }) => {
        onClose();
        await acted(t(initialPassword === null ? 'form.invited' : 'kit:saved'), api.tenant.pathFilter());
        if (initialPassword) await notifyInitialPassword(t, administrator.mobile, initialPassword);
      },
    }),
  );
  const edit = useMutation(
    api.tenant.editTenant.mutationOptions({
      onSuccess: async () => {
        onClose();
        await changed();
      },
    }),
  );

  function submit(values: Values): void {
    const { code = '', name, packageId, expiresOn, domains = [] } = values;
    const { administratorName = '', administratorMobile = '' } = values;
    const given = {
      name,
      packageId: packageId ?? null,
      domains,
      expiresAt: expiresOn ? endOfDay(expiresOn) : null,
    };
    if (tenant) edit.mutate({ id: tenant.id, version: tenant.version, ...given });
    else
      add.mutate({ code, ...given, administrator: { name: administratorName, mobile: administratorMobile } });
  }

  return (
    <FormDrawer<Values>
      title={t(tenant ? 'form.edit' : 'form.add')}
      initial={tenant ? valuesOf(tenant) : {}}
      isPending={add.isPending || edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {!tenant && (
        <Form.Item name="code" label={t('field.code')} {...needed(shape.code, t('form.code'))}>
          <TextInput maxLength={31} />
        </Form.Item>
      )}
      <Form.Item name="name" label={t('field.name')} {...needed(shape.name, t('form.name'))}>
        <TextInput maxLength={80} />
      </Form.Item>
      <Form.Item name="packageId" label={t('field.package')} extra={t('form.package.hint')}>
        <Select
          allowClear
          placeholder={t('package.none')}
          options={(packages.data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item name="expiresOn" label={t('field.expiresAt')} extra={t('form.expires.hint')}>
        <DayField placeholder={t('expires.never')} />
      </Form.Item>
      <Form.Item
        name="domains"
        label={t('field.domains')}
        rules={[fits(shape.domains.optional(), t('form.domains'))]}
      >
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ' ']}
          placeholder="cards.example.com"
        />
      </Form.Item>
      {!tenant && (
        <>
          <Form.Item
            name="administratorName"
            label={t('field.administratorName')}
            {...needed(shape.administrator.shape.name, t('form.administratorName'))}
          >
            <TextInput maxLength={50} />
          </Form.Item>
          <Form.Item
            name="administratorMobile"
            label={t('field.administratorMobile')}
            {...needed(shape.administrator.shape.mobile, t('form.administratorMobile'))}
          >
            <TextInput maxLength={120} autoComplete="off" />
          </Form.Item>
        </>
      )}
    </FormDrawer>
  );
}

// The last moment of the day in Asia/Shanghai, whatever zone the browser is in.
function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59.999+08:00`).toISOString();
}

function valuesOf({ name, package: bought, expiresAt, domains }: TenantRow): Partial<Values> {
  return {
    name,
    packageId: bought?.id ?? null,
    expiresOn: expiresAt ? dayText(expiresAt) : undefined,
    domains,
  };
}
