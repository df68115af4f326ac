import { skipToken, useQuery } from '@tanstack/react-query';
import { issuePlanStateWords, issuePlanTypeWords } from '@xyxlx/contracts/issue-kinds';
import type { IssuePlanDetail, PlanVersion } from '@xyxlx/contracts/issue-plan';
import { paths } from '@xyxlx/contracts/paths';
import { institutionVersionStateWords } from '@xyxlx/contracts/rule-institution';
import { Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { generatePath, Link, useNavigate } from 'react-router';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { ApprovalHistory } from '../../kit/approval/approval-history.tsx';
import { PendingChange } from '../../kit/approval/pending-change.tsx';
import { useSubjectApproval } from '../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../kit/detail/facts.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { api } from '../../lib/api.ts';
import { planActions } from './plan-actions.ts';
import { RunPreview } from './run-preview.tsx';

interface PlanDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One plan: what runs, what is to come after it, and its next runs. */
export function PlanDrawer({ id, onClose }: PlanDrawerProps) {
  const { t } = useTranslation('issuing');
  const navigate = useNavigate();
  const record = useQuery(api.autoIssue.getPlan.queryOptions(id ? { id } : skipToken));
  const edit = ({ type, code }: IssuePlanDetail) =>
    navigate(generatePath(paths.issuePlan, { type: type.toLowerCase(), code }));
  return (
    <DetailDrawer
      open={id !== null}
      record={record}
      title={t('plan.title')}
      titleOf={({ name, code }) => `${name} · ${code}`}
      extra={({ state }) => <StateTag words={issuePlanStateWords[state]} />}
      footer={(plan) =>
        plan.state !== 'ARCHIVED' && (
          <RecordActions
            key={plan.id}
            record={plan}
            nameOf={({ name }) => name}
            actions={planActions(t, edit)}
          />
        )
      }
      size={880}
      onClose={onClose}
    >
      {(plan) => <Detail key={plan.id} plan={plan} />}
    </DetailDrawer>
  );
}

function Detail({ plan }: { plan: IssuePlanDetail }) {
  const { t } = useTranslation('issuing');
  const approval = useSubjectApproval('issuePlan', plan.id);
  const { published, newest } = plan;
  return (
    <Flex vertical gap={20}>
      <PendingChange approval={approval} />
      <Facts
        record={plan}
        facts={(cell) => [
          cell.kind('type', t('plan.type'), issuePlanTypeWords, (row) => row.type),
          cell.record('merchant', t('field.merchant'), 'merchant', (row) => row.merchant),
          cell.text('institution', t('field.institution'), (row) => row.institution?.name ?? t('anyPolicy')),
          cell.stamp(
            'updated',
            t('plan.updatedAt'),
            (row) => row.updatedAt,
            (row) => row.updatedBy,
          ),
        ]}
      />
      {published && <Version version={published} title={t('plan.version.published', { no: published.no })} />}
      {newest.no !== published?.no && (
        <Version version={newest} title={t('plan.version.newest', { no: newest.no })} />
      )}
      {plan.state !== 'ARCHIVED' && <RunPreview asked={{ id: plan.id }} />}
      <p>
        <Link to={generatePath(paths.issueExecutions, { code: plan.code })}>{t('execution.all')}</Link>
      </p>
      {approval && <ApprovalHistory history={approval.history} />}
    </Flex>
  );
}

function Version({ version, title }: { version: PlanVersion; title: string }) {
  const { t } = useTranslation('issuing');
  return (
    <Facts
      title={title}
      record={version}
      facts={(cell) => [
        cell.state('state', t('plan.version.state'), institutionVersionStateWords, (row) => row.state),
        cell.text('words', t('plan.words'), (row) => row.words),
        version.mostAmount !== null &&
          cell.amount('mostAmount', t('plan.mostAmount'), (row) => row.mostAmount),
        version.mostPeople !== null &&
          cell.count('mostPeople', t('plan.mostPeople'), (row) => row.mostPeople),
        cell.stamp(
          'created',
          t('field.createdAt'),
          (row) => row.createdAt,
          (row) => row.createdBy,
        ),
      ]}
    />
  );
}
