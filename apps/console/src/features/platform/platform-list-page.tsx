import { enabledStateWords } from '@xyxlx/contracts/enabled-state';
import { feeText, type PlatformRow, platformSortFields, platformTypeWords } from '@xyxlx/contracts/platform';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceFilter } from '../../kit/filters/choice-filter.tsx';
import { textFilter } from '../../kit/filters/text-filter.tsx';
import { lazyOverlay } from '../../kit/lazy-overlay.ts';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import { ToneTag } from '../../kit/tone-tag.tsx';
import { api } from '../../lib/api.ts';

const PlatformDrawer = lazyOverlay(async () => (await import('./platform-drawer.tsx')).PlatformDrawer);
const PlatformForm = lazy(async () => ({ default: (await import('./platform-form.tsx')).PlatformForm }));

/** The platforms at which merchants trade, and what that costs. */
export function Component() {
  const { t } = useTranslation('platform');
  return (
    <ListScreen
      name="platform"
      title={t('list.title')}
      lead={t('list.lead')}
      query={api.platform.queryPlatform}
      ofTenants
      sortFields={platformSortFields}
      filters={[
        textFilter('keyword', t('filter.keyword'), { placeholder: t('filter.keyword.hint') }),
        choiceFilter('type', t('field.type'), platformTypeWords),
        choiceFilter('state', t('field.state'), enabledStateWords),
      ]}
      columns={(cell) => [
        cell.name('name', t('field.name'), (row) => row.name),
        cell.figures('code', t('field.code'), (row) => row.code, { wide: true }),
        cell.kind('type', t('field.type'), platformTypeWords, (row) => row.type, { wide: true }),
        cell.custom('feeBps', t('field.fee'), (row) => <Fee platform={row} />, { align: 'end', wide: true }),
        cell.count('merchantCount', t('field.merchantCount'), (row) => row.merchantCount, { wide: true }),
        cell.state('state', t('field.state'), enabledStateWords, (row) => row.state),
      ]}
      drawer={({ id, onEdit, onClose }) => <PlatformDrawer id={id} onEdit={onEdit} onClose={onClose} />}
      form={{
        permission: 'platform.edit',
        label: t('list.add'),
        isStart: true,
        render: ({ record, onClose }: { record: PlatformRow | null; onClose(): void }) => (
          <PlatformForm platform={record} onClose={onClose} />
        ),
      }}
    />
  );
}

/** The fee, and that another waits for a checker. */
function Fee({ platform: { feeBps, pendingFeeBps } }: { platform: PlatformRow }) {
  const { t } = useTranslation('platform');
  return (
    <>
      {pendingFeeBps !== null && (
        <>
          <ToneTag tone="waiting">{t('fee.waits', { fee: feeText(pendingFeeBps) })}</ToneTag>{' '}
        </>
      )}
      <span className="figures">{feeText(feeBps)}</span>
    </>
  );
}
