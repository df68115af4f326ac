import { type FundAccountRow, fundHoldStateWords } from '@xyxlx/contracts/fund';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { SubList } from '../../kit/list/sub-list.tsx';
import { SourceLink } from '../../kit/source-link.tsx';
import { api } from '../../lib/api.ts';
import { actorName } from '../../lib/stamp.ts';
import { accountText } from './account-text.ts';

interface HoldDrawerProps {
  /** Null keeps it closed. */
  account: FundAccountRow | null;
  onClose(): void;
}

/** What parts of an account's balance are promised to, the newest first. */
export function HoldDrawer({ account, onClose }: HoldDrawerProps) {
  const { t } = useTranslation('fund');
  return (
    <Drawer
      open={account !== null}
      onClose={onClose}
      size={640}
      destroyOnHidden
      title={account && t('hold.title', { account: accountText(account) })}
    >
      {account && (
        <SubList
          name="fundHold"
          label={t('hold.list')}
          query={api.fund.queryHold}
          asked={{ accountId: account.id }}
          rowId={({ id }) => id}
          columns={(cell) => [
            cell.custom('sourceNo', t('field.source'), (row) => <SourceLink of={row} />),
            cell.money('amount', t('field.amount'), (row) => row.amount),
            cell.money('usedAmount', t('hold.used'), (row) => row.usedAmount),
            cell.state('state', t('field.state'), fundHoldStateWords, (row) => row.state),
            cell.minute('createdAt', t('field.createdAt'), (row) => row.createdAt),
            cell.text(
              'createdBy',
              t('field.createdBy'),
              ({ createdBy }) => createdBy && actorName(createdBy),
            ),
          ]}
        />
      )}
    </Drawer>
  );
}
