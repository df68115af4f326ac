import { skipToken, useQuery } from '@tanstack/react-query';
import { type BindingRow, bindingStateWords, channelWords } from '@xyxlx/contracts/channel';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { CopyButton } from '../../kit/copy-button.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { labelText } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { stampText } from '../../lib/stamp.ts';
import { momentText } from '../../lib/time.ts';
import { bindingActions } from './binding-actions.ts';

interface BindingDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(binding: BindingRow): void;
  onClose(): void;
}

/** One channel account over the list. */
export function BindingDrawer({ id, onEdit, onClose }: BindingDrawerProps) {
  const { t } = useTranslation('channel');
  const can = useCan();
  const record = useQuery(api.channel.getBinding.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<BindingRow>
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ name }) => name}
      extra={({ state }) => <StateTag words={bindingStateWords[state]} />}
      footer={(binding) =>
        can('channel.edit') && (
          <RecordActions record={binding} nameOf={({ name }) => name} actions={bindingActions(t, onEdit)} />
        )
      }
      size={640}
      onClose={onClose}
    >
      {(binding) => (
        <Facts
          items={[
            { key: 'channel', label: t('field.channel'), value: labelText(channelWords[binding.channel]) },
            {
              key: 'appId',
              label: t('field.appId'),
              value: (
                <span className="figures">
                  {binding.appId} <CopyButton value={binding.appId} />
                </span>
              ),
            },
            { key: 'externalId', label: t('field.externalId'), value: binding.externalId },
            { key: 'address', label: t('field.address'), value: binding.address },
            {
              key: 'secret',
              label: t('field.secret'),
              value: binding.hasSecret
                ? t('secret.set', { time: binding.secretSetAt ? momentText(binding.secretSetAt) : '' })
                : t('secret.missing'),
            },
            {
              key: 'authorizedAt',
              label: t('field.authorizedAt'),
              value: binding.authorizedAt && momentText(binding.authorizedAt),
            },
            {
              key: 'expiresAt',
              label: t('field.expiresAt'),
              value: binding.expiresAt && momentText(binding.expiresAt),
            },
            {
              key: 'lastCheck',
              label: t('field.lastCheck'),
              value: binding.lastCheck && (
                <>
                  <ToneTag tone={binding.lastCheck.ok ? 'good' : 'bad'}>
                    {momentText(binding.lastCheck.at)}
                  </ToneTag>{' '}
                  {binding.lastCheck.message}
                </>
              ),
            },
            {
              key: 'updatedAt',
              label: t('field.updatedAt'),
              value: stampText(binding.updatedAt, binding.updatedBy),
            },
          ]}
        />
      )}
    </DetailDrawer>
  );
}
