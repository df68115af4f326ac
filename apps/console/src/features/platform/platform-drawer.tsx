import { skipToken, useQuery } from '@tanstack/react-query';
import { enabledStateWords } from '@xyxlx/contracts/enabled-state';
import { paths } from '@xyxlx/contracts/paths';
import { feeText, type PlatformRow, platformTypeWords } from '@xyxlx/contracts/platform';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { PendingChange } from '../../kit/approval/pending-change.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';
import { platformActions } from './platform-actions.ts';

interface PlatformDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(platform: PlatformRow): void;
  onClose(): void;
}

/** One platform over the list. */
export function PlatformDrawer({ id, onEdit, onClose }: PlatformDrawerProps) {
  const { t } = useTranslation('platform');
  const can = useCan();
  const record = useQuery(api.platform.getPlatform.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<PlatformRow>
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ name }) => name}
      extra={({ state }) => <StateTag words={enabledStateWords[state]} />}
      footer={(platform) =>
        can('platform.edit') && (
          <RecordActions record={platform} nameOf={({ name }) => name} actions={platformActions(t, onEdit)} />
        )
      }
      onClose={onClose}
    >
      {(platform) => <Detail key={platform.id} platform={platform} />}
    </DetailDrawer>
  );
}

function Detail({ platform }: { platform: PlatformRow }) {
  const { t } = useTranslation('platform');
  const can = useCan();
  const change = useSubjectApproval('platformChange', platform.id);
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
      <PendingChange approval={change} />
      <Facts
        record={platform}
        facts={(cell) => [
          cell.code('code', t('field.code'), (row) => row.code),
          cell.kind('type', t('field.type'), platformTypeWords, (row) => row.type),
          cell.figures('feeBps', t('field.fee'), (row) => feeText(row.feeBps)),
          cell.count('merchantCount', t('field.merchantCount'), (row) => row.merchantCount),
          cell.stamp(
            'createdAt',
            t('field.createdAt'),
            (row) => row.createdAt,
            (row) => row.createdBy,
          ),
          cell.stamp(
            'updatedAt',
            t('field.updatedAt'),
            (row) => row.updatedAt,
            (row) => row.updatedBy,
          ),
        ]}
      />
      {can('merchant.view') && (
        <p style={{ margin: 0 }}>
          <Link to={`${paths.merchant}?platformId=${platform.id}`}>{t('detail.merchants')}</Link>
        </p>
      )}
      {change && <ApprovalHistory title={t('detail.changes')} history={change.history} />}
    </div>
  );
}
