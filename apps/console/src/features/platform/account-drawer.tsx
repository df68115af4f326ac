import { skipToken, useQuery } from '@tanstack/react-query';
import { paths } from '@xyxlx/contracts/paths';
import {
  type PlatformAccountRow,
  platformAccountKindWords,
  platformAccountStateWords,
} from '@xyxlx/contracts/platform-account';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { PendingChange } from '../../kit/approval/pending-change.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { newImport } from '../../kit/import/use-open-import.ts';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { useCan } from '../../lib/me.ts';

interface AccountDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(account: PlatformAccountRow): void;
  onClose(): void;
}

/** One account at a platform, over the list. */
export function AccountDrawer({ id, onEdit, onClose }: AccountDrawerProps) {
  const { t } = useTranslation('platform');
  const can = useCan();
  const navigate = useNavigate();
  const record = useQuery(api.platform.getAccount.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<PlatformAccountRow>
      open={id !== null}
      record={record}
      title={t('account.detail')}
      titleOf={({ name }) => name}
      extra={({ state }) => <StateTag words={platformAccountStateWords[state]} />}
      footer={(account) =>
        (can('platform.edit') || can('fund.reconcile')) && (
          <RecordActions
            record={account}
            nameOf={({ name }) => name}
            actions={[
              {
                name: 'editAccount',
                permission: 'platform.edit',
                label: t('act.edit'),
                look: 'primary',
                // What waits is decided or withdrawn first.
                offered: ({ state }) => state !== 'PENDING',
                press: onEdit,
              },
              {
                name: 'importStatement',
                permission: 'fund.reconcile',
                label: t('account.import'),
                offered: ({ state }) => state === 'ACTIVE',
                press: (row) => navigate(`${paths.fund}?tab=claims&accountId=${row.id}&import=${newImport}`),
              },
            ]}
          />
        )
      }
      size={640}
      onClose={onClose}
    >
      {(account) => <Detail key={account.id} account={account} />}
    </DetailDrawer>
  );
}

function Detail({ account }: { account: PlatformAccountRow }) {
  const { t } = useTranslation('platform');
  const change = useSubjectApproval('platformChange', account.id);
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
      <PendingChange approval={change} />
      <Facts
        record={account}
        facts={(cell) => [
          cell.text('platform', t('account.platform'), (row) => row.platform.name),
          cell.record('company', t('account.company'), 'company', (row) => row.company),
          cell.kind('kind', t('account.kind'), platformAccountKindWords, (row) => row.kind),
          cell.text('name', t('account.name'), (row) => row.name),
          cell.text('bank', t('account.bank'), (row) => row.bank),
          cell.masked('accountNo', t('account.no'), (row) => row.accountNo),
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
      <Facts
        title={t('account.balances')}
        record={account}
        facts={(cell) => [
          cell.amount('bookBalance', t('account.book'), (row) => row.bookBalance),
          cell.amount('availableBalance', t('account.available'), (row) => row.availableBalance),
          cell.amount('frozenBalance', t('account.frozen'), (row) => row.frozenBalance),
          cell.amount('statementBalance', t('account.statement'), (row) => row.statementBalance),
          cell.amount('differenceAmount', t('account.difference'), (row) => row.differenceAmount),
        ]}
      />
      <p style={{ margin: 0, color: 'var(--ink-soft)' }}>{t('account.book.words')}</p>
      {change && <ApprovalHistory history={change.history} />}
    </div>
  );
}
