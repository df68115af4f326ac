import { useMutation } from '@tanstack/react-query';
import { type BindingRow, channelWords, channel as contract } from '@xyxlx/contracts/channel';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { fits, needed } from '../../kit/form/fits.ts';
import { FormDrawer } from '../../kit/form/form-drawer.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

const { shape } = contract.addBinding.input;

interface Values {
  channel?: BindingRow['channel'];
  name: string;
  appId: string;
  externalId: string;
  address?: string;
  secret?: string;
}

/** Registers a channel account or changes one; its secret is written and never read. */
export function BindingForm({ binding, onClose }: { binding: BindingRow | null; onClose(): void }) {
  const { t } = useTranslation(['channel', 'kit']);
  const changed = async () => {
    onClose();
    await acted(t('kit:saved'), api.channel.pathFilter());
  };
  const add = useMutation(api.channel.addBinding.mutationOptions({ onSuccess: changed }));
  const edit = useMutation(api.channel.editBinding.mutationOptions({ onSuccess: changed }));

  function submit({ channel = 'ALIPAY', name, appId, externalId, address, secret = '' }: Values): void {
    const given = { name, appId, externalId, ...(address && { address }) };
    if (binding)
      edit.mutate({ id: binding.id, version: binding.version, ...given, ...(secret && { secret }) });
    else add.mutate({ channel, ...given, secret });
  }

  return (
    <FormDrawer<Values>
      title={t(binding ? 'form.edit' : 'form.add')}
      initial={binding ? valuesOf(binding) : { channel: 'ALIPAY' }}
      isPending={add.isPending || edit.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {!binding && (
        <Form.Item name="channel" label={t('field.channel')} required>
          <Select options={enumOptions(channelWords)} />
        </Form.Item>
      )}
      <Form.Item name="name" label={t('field.name')} {...needed(shape.name, t('form.name'))}>
        <TextInput maxLength={50} />
      </Form.Item>
      <Form.Item name="appId" label={t('field.appId')} {...needed(shape.appId, t('form.code'))}>
        <TextInput maxLength={100} className="figures" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="externalId"
        label={t('field.externalId')}
        {...needed(shape.externalId, t('form.code'))}
      >
        <TextInput maxLength={100} className="figures" autoComplete="off" />
      </Form.Item>
      <Form.Item name="address" label={t('field.address')} rules={[fits(shape.address, t('form.address'))]}>
        <TextInput maxLength={300} placeholder={t('form.address.default')} />
      </Form.Item>
      <SecretField binding={binding} />
    </FormDrawer>
  );
}

/** The secret: what to paste there differs from channel to channel. */
function SecretField({ binding }: { binding: BindingRow | null }) {
  const { t } = useTranslation('channel');
  const chosen = Form.useWatch<BindingRow['channel'] | undefined>('channel');
  const channel = binding?.channel ?? chosen ?? 'ALIPAY';
  return (
    <Form.Item
      name="secret"
      label={t('field.secret')}
      required={!binding}
      extra={t(`secret.hint.${channel}`)}
      rules={[fits(binding ? shape.secret.optional() : shape.secret, t('form.secret'))]}
    >
      <Input.Password
        maxLength={8192}
        autoComplete="new-password"
        {...(binding && { placeholder: t('form.secret.keep') })}
      />
    </Form.Item>
  );
}

function valuesOf({ name, appId, externalId, address }: BindingRow): Partial<Values> {
  return { name, appId, externalId, address };
}
