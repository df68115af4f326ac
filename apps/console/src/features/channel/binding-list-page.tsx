import { type BindingRow, bindingStateWords, channelWords } from '@xyxlx/contracts/channel';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';
import { momentText } from '../../lib/time.ts';

const BindingDrawer = lazyOverlay(async () => (await import('./binding-drawer.tsx')).BindingDrawer);
const BindingForm = lazy(async () => ({ default: (await import('./binding-form.tsx')).BindingForm }));

/** 渠道账号绑定: the accounts at payment and messaging channels. */
export function Component() {
  const { t } = useTranslation('channel');
  return (
    <ListScreen
      name="binding"
      title={t('list.title')}
      lead={t('list.lead')}
      query={api.channel.queryBinding}
      ofTenants
      sortFields={['name', 'createdAt', 'updatedAt']}
      filters={[
        textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
        choiceFilter('channel', t('field.channel'), channelWords),
        choiceFilter('state', t('field.state'), bindingStateWords),
      ]}
      columns={(cell) => [
        cell.name('name', t('field.name'), (row) => row.name),
        cell.kind('channel', t('field.channel'), channelWords, (row) => row.channel),
        cell.figures('appId', t('field.appId'), (row) => row.appId),
        cell.figures('externalId', t('field.externalId'), (row) => row.externalId),
        cell.state('state', t('field.state'), bindingStateWords, (row) => row.state),
        cell.moment('expiresAt', t('field.expiresAt'), (row) => row.expiresAt),
        cell.custom('lastCheck', t('field.lastCheck'), ({ lastCheck }) =>
          lastCheck ? (
            <ToneTag tone={lastCheck.ok ? 'good' : 'bad'}>{momentText(lastCheck.at)}</ToneTag>
          ) : (
            '—'
          ),
        ),
      ]}
      drawer={({ id, onEdit, onClose }) => <BindingDrawer id={id} onEdit={onEdit} onClose={onClose} />}
      form={{
        permission: 'channel.edit',
        label: t('list.add'),
        render: ({ record, onClose }: { record: BindingRow | null; onClose(): void }) => (
          <BindingForm binding={record} onClose={onClose} />
        ),
      }}
    />
  );
}
