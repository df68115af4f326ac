import { useMutation } from '@tanstack/react-query';
import {
  type BindingRow,
  callingChannels,
  channelWords,
  channel as contract,
} from '@xyxlx/contracts/channel';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { fieldsOf } from '../../kit/form/fields.tsx';
import { RecordForm } from '../../kit/form/record-form.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';

const field = fieldsOf<typeof contract.addBinding.input>();

/** Registers a channel account or changes one; its secrets are written and never read. */
export function BindingForm({ binding, onClose }: { binding: BindingRow | null; onClose(): void }) {
  const { t } = useTranslation(['channel', 'kit']);
  const onSuccess = async () => {
    onClose();
    await acted(t('kit:saved'), api.channel.pathFilter());
  };
  const add = useMutation(api.channel.addBinding.mutationOptions({ onSuccess }));
  const edit = useMutation(api.channel.editBinding.mutationOptions({ onSuccess }));
  return (
    <RecordForm
      title={t(binding ? 'form.edit' : 'form.add')}
      record={binding}
      add={{ schema: contract.addBinding.input, work: add }}
      edit={{ schema: contract.editBinding.input, work: edit }}
      onClose={onClose}
      fields={(field) => [
        field.choice('channel', t('field.channel'), channelWords, { initial: 'ALIPAY' }),
        field.text('name', t('field.name')),
        field.text('appId', t('field.appId'), { isCode: true }),
        field.text('externalId', t('field.externalId'), { isCode: true }),
        field.text('address', t('field.address'), { placeholder: t('form.address.default') }),
        <SecretField key="secret" binding={binding} />,
        <CallbackSecretField key="callbackSecret" binding={binding} />,
      ]}
    />
  );
}

/** The secret: what to paste there differs from channel to channel. */
function SecretField({ binding }: { binding: BindingRow | null }) {
  const { t } = useTranslation('channel');
  const channel = useChannel(binding);
  return field.secret('secret', t('field.secret'), {
    extra: t(`secret.hint.${channel}`),
    ...(binding && { placeholder: t('form.secret.keep') }),
  });
}

/** What a payment channel signs its own calls with; the others make none. */
function CallbackSecretField({ binding }: { binding: BindingRow | null }) {
  const { t } = useTranslation('channel');
  const channel = useChannel(binding);
  if (!callingChannels.some((one) => one === channel)) return null;
  return field.secret('callbackSecret', t('field.callbackSecret'), {
    extra: t('callbackSecret.hint'),
    ...(binding?.hasCallbackSecret && { placeholder: t('form.secret.keep') }),
  });
}

/** A channel is chosen once, for a new account. */
function useChannel(binding: BindingRow | null): BindingRow['channel'] {
  const chosen = Form.useWatch<BindingRow['channel'] | undefined>('channel');
  return binding?.channel ?? chosen ?? 'ALIPAY';
}
