import { riskEntryStateWords, riskListWords, riskSubjectWords } from '@xyxlx/contracts/compliance-kinds';
import type { RiskEntryRow } from '@xyxlx/contracts/compliance-list';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../../kit/actions/record-actions.tsx';
import { ApprovalHistory } from '../../../kit/approval/approval-history.tsx';
import { DecisionLink } from '../../../kit/approval/decision-link.tsx';
import { PendingChange } from '../../../kit/approval/pending-change.tsx';
import { useSubjectApproval } from '../../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../../kit/detail/facts.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import { useCan } from '../../../lib/me.ts';
import { minuteText } from '../../../lib/time.ts';
import { SubjectLink } from '../subjects/subject-link.tsx';
import { entryActions } from './entry-actions.ts';

interface EntryDrawerProps {
  /** As the list has it; without it the drawer is closed. */
  entry: RiskEntryRow | undefined;
  onClose(): void;
}

/** One entry of a list: whom it is about, for what and how long, and what of it waits for a checker. */
export function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  const { t } = useTranslation('compliance');
  const approval = useSubjectApproval('riskList', entry && askedAs(entry));
  const mayEdit = useCan()('compliance.settings');
  return (
    <DetailDrawer<RiskEntryRow>
      open={entry !== undefined}
      record={{ data: entry, error: null, refetch: () => undefined }}
      title={t('entry.detail')}
      titleOf={({ subjectName }) => subjectName}
      extra={({ state }) => <StateTag words={riskEntryStateWords[state]} />}
      footer={(row) =>
        (mayEdit || approval?.canDecide) && (
          <>
            <DecisionLink approval={approval} />
            <RecordActions record={row} nameOf={({ subjectName }) => subjectName} actions={entryActions(t)} />
          </>
        )
      }
      onClose={onClose}
    >
      {(row) => (
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
          <PendingChange approval={approval} />
          <Facts
            record={row}
            facts={(cell) => [
              cell.state('list', t('entry.list'), riskListWords, ({ list }) => list),
              cell.kind('subjectType', t('entry.subjectType'), riskSubjectWords, (one) => one.subjectType),
              cell.custom('subject', t('entry.subject'), ({ subjectType, subjectId, subjectName }) => (
                <SubjectLink type={subjectType} id={subjectId} name={subjectName} />
              )),
              row.rule &&
                cell.text('rule', t('entry.rule'), ({ rule }) => rule && `${rule.code} ${rule.name}`),
              cell.minute('validFrom', t('entry.from'), ({ validFrom }) => validFrom),
              cell.custom('validTo', t('entry.to'), ({ validTo }) =>
                validTo ? <span className="figures">{minuteText(validTo)}</span> : t('entry.to.open'),
              ),
              cell.text('reason', t('entry.reason'), ({ reason }) => reason),
              row.removeReason !== null &&
                cell.text('removeReason', t('entry.removeReason'), ({ removeReason }) => removeReason),
              cell.stamp(
                'createdAt',
                t('entry.createdAt'),
                ({ createdAt }) => createdAt,
                ({ createdBy }) => createdBy,
              ),
            ]}
          />
          {approval && <ApprovalHistory history={approval.history} />}
        </div>
      )}
    </DetailDrawer>
  );
}

/** What a checker decides on: the entries that were asked for together, or the one that ends. */
function askedAs({ id, requestId, removeReason }: RiskEntryRow): string {
  return removeReason === null ? requestId : id;
}
