import { skipToken, useQuery } from '@tanstack/react-query';
import { type InstitutionDetail, institutionStateWords } from '@xyxlx/contracts/rule-institution';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { PendingChange } from '../../kit/approval/pending-change.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { institutionActions } from './institution-actions.tsx';
import { OverlapList } from './overlap-list.tsx';
import { SimulationList } from './simulation-list.tsx';
import { VersionHistory } from './version-history.tsx';
import { VersionTerms } from './version-terms.tsx';

interface InstitutionDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(institution: InstitutionDetail): void;
  onOpen(id: string): void;
  onClose(): void;
}

/** One 制度 over the list: what judges, what comes next, its versions and what it does to others. */
export function InstitutionDrawer({ id, onEdit, onOpen, onClose }: InstitutionDrawerProps) {
  const { t } = useTranslation('rule');
  const record = useQuery(api.rule.getInstitution.queryOptions(id ? { id } : skipToken));
  return (
    <DetailDrawer<InstitutionDetail>
      open={id !== null}
      record={record}
      title={t('detail.title')}
      titleOf={({ name }) => name}
      extra={({ state }) => <StateTag words={institutionStateWords[state]} />}
      footer={(institution) =>
        institution.state !== 'ARCHIVED' && (
          <RecordActions
            key={institution.id}
            record={institution}
            nameOf={({ name }) => name}
            actions={institutionActions(t, onEdit)}
          />
        )
      }
      size={880}
      onClose={onClose}
    >
      {(institution) => <Detail key={institution.id} institution={institution} onOpen={onOpen} />}
    </DetailDrawer>
  );
}

function Detail({ institution, onOpen }: { institution: InstitutionDetail; onOpen(id: string): void }) {
  const { t } = useTranslation('rule');
  const approval = useSubjectApproval('institutionVersion', institution.id);
  const { published, newest } = institution;
  const isNewer = newest.id !== published?.id;
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
      <PendingChange approval={approval} />
      <Facts
        record={institution}
        facts={(cell) => [
          cell.code('code', t('field.code'), (row) => row.code),
          cell.count('people', t('field.people'), (row) => row.people),
          cell.count('declinedCount', t('field.declinedCount'), (row) => row.declinedCount),
          cell.stamp(
            'updated',
            t('field.updatedAt'),
            (row) => row.updatedAt,
            (row) => row.updatedBy,
          ),
        ]}
      />
      {published && <VersionTerms version={published} title={t('version.published', { no: published.no })} />}
      {isNewer && <VersionTerms version={newest} title={t('version.newest', { no: newest.no })} />}
      <OverlapList id={institution.id} onOpen={onOpen} />
      <SimulationList institutionId={institution.id} />
      <VersionHistory institutionId={institution.id} />
      {approval && <ApprovalHistory history={approval.history} />}
    </div>
  );
}
