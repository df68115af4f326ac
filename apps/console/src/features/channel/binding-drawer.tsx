import { skipToken, useQuery } from '@tanstack/react-query';
import { type BindingRow, bindingStateWords, channelWords } from '@xyxlx/contracts/channel';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
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
          record={binding}
          facts={(cell) => [
            cell.kind('channel', t('field.channel'), channelWords, (row) => row.channel),
            cell.code('appId', t('field.appId'), (row) => row.appId),
            cell.figures('externalId', t('field.externalId'), (row) => row.externalId),
            cell.text('address', t('field.address'), (row) => row.address),
            cell.text('secret', t('field.secret'), ({ hasSecret, secretSetAt }) =>
              hasSecret
                ? t('secret.set', { time: secretSetAt ? momentText(secretSetAt) : '' })
                : t('secret.missing'),
            ),
            cell.text(
              'callbackSecret',
              t('field.callbackSecret'),
              ({ hasCallbackSecret, callbackSecretSetAt }) =>
                hasCallbackSecret
                  ? t('secret.set', { time: callbackSecretSetAt ? momentText(callbackSecretSetAt) : '' })
                  : t('secret.missing'),
            ),
            cell.code('id', t('field.channelId'), (row) => row.id),
            cell.moment('authorizedAt', t('field.authorizedAt'), (row) => row.authorizedAt),
            cell.moment('expiresAt', t('field.expiresAt'), (row) => row.expiresAt),
            cell.custom(
              'lastCheck',
              t('field.lastCheck'),
              ({ lastCheck }) =>
                lastCheck && (
                  <>
                    <ToneTag tone={lastCheck.ok ? 'good' : 'bad'}>{momentText(lastCheck.at)}</ToneTag>{' '}
                    {lastCheck.message}
                  </>
                ),
            ),
            cell.stamp(
              'updatedAt',
              t('field.updatedAt'),
              (row) => row.updatedAt,
              (row) => row.updatedBy,
            ),
          ]}
        />
      )}
    </DetailDrawer>
  );
}
