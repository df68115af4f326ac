import { useQuery } from '@tanstack/react-query';
import type { CardDetail } from '@xyxlx/contracts/card';
import { cardRequestKindWords, cardRequestStateWords } from '@xyxlx/contracts/card-kinds';
import { useTranslation } from 'react-i18next';
import { WaitingDecision } from '../../kit/approval/waiting-decision.tsx';
import { RowsTable } from '../../kit/list/rows-table.tsx';
import { api } from '../../lib/api.ts';
import { actorName } from '../../lib/stamp.ts';

/** What was asked of a card, and what became of it; nothing where nothing was. */
export function CardRequests({ card }: { card: CardDetail }) {
  const { t } = useTranslation('card');
  const { requests } = card;
  if (requests.length === 0) return null;
  const waiting = requests.find(({ state }) => state === 'SUBMITTED')?.approvalId;
  return (
    <section>
      <h3>{t('card.requests')}</h3>
      {waiting && <Waiting approvalId={waiting} />}
      <RowsTable
        name="cardRequest"
        label={t('card.requests')}
        rows={requests}
        rowId={({ id }) => id}
        columns={(cell) => [
          cell.name('requestNo', t('field.requestNo'), (row) => row.requestNo),
          cell.kind('kind', t('field.kind'), cardRequestKindWords, (row) => row.kind),
          cell.state('state', t('field.state'), cardRequestStateWords, (row) => row.state),
          cell.money('amount', t('field.requested'), (row) => row.amount),
          cell.money('feeAmount', t('field.fee'), (row) => row.feeAmount),
          cell.minute('createdAt', t('field.at'), (row) => row.createdAt),
          cell.text('createdBy', t('field.by'), (row) => actorName(row.createdBy), { width: 110 }),
          cell.text('reason', t('field.reason'), (row) => row.reason, { width: 200 }),
        ]}
      />
    </section>
  );
}

function Waiting({ approvalId }: { approvalId: string }) {
  const { data } = useQuery(api.approval.getApproval.queryOptions({ id: approvalId }));
  return (
    <div style={{ marginBlock: '8px 12px' }}>
      <WaitingDecision approval={data} />
    </div>
  );
}
