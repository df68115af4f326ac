import { skipToken, useQuery } from '@tanstack/react-query';
import type { RiskRuleDetail } from '@xyxlx/contracts/compliance-rule';
import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApprovalHistory } from '../../../kit/approval/approval-history.tsx';
import { PendingChange } from '../../../kit/approval/pending-change.tsx';
import { useSubjectApproval } from '../../../kit/approval/use-subject-approval.ts';
import { DetailDrawer } from '../../../kit/detail/detail-drawer.tsx';
import { Facts } from '../../../kit/detail/facts.tsx';
import { api } from '../../../lib/api.ts';
import { useCan } from '../../../lib/me.ts';
import { countText } from '../../../lib/money.ts';
import { PrecisionBar } from './precision-bar.tsx';
import { RuleForm } from './rule-form.tsx';
import { VersionPart } from './version-part.tsx';

interface RuleDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onClose(): void;
}

/** One rule: its versions side by side, what waits for a checker, and what each would have found in the past. */
export function RuleDrawer({ id, onClose }: RuleDrawerProps) {
  const { t } = useTranslation('compliance');
  const can = useCan();
  const [edited, setEdited] = useState<RiskRuleDetail | null>(null);
  const record = useQuery(api.compliance.getRule.queryOptions(id ? { id } : skipToken));
  return (
    <>
      <DetailDrawer
        open={id !== null}
        record={record}
        title={t('rules.title')}
        titleOf={({ code, name }) => `${code} · ${name}`}
        footer={(rule) =>
          can('compliance.settings') && (
            <Button onClick={() => setEdited(rule)}>{t('rules.act.editRule')}</Button>
          )
        }
        size={1080}
        onClose={onClose}
      >
        {(rule) => <Detail key={rule.id} rule={rule} />}
      </DetailDrawer>
      {edited && <RuleForm rule={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function Detail({ rule }: { rule: RiskRuleDetail }) {
  const { t } = useTranslation('compliance');
  const approval = useSubjectApproval('riskRule', rule.id);
  return (
    <Flex vertical gap={20}>
      <PendingChange approval={approval} />
      <Facts
        record={rule}
        facts={(cell) => [
          cell.text('inbox', t('rules.field.inboxId'), (row) => row.inbox.name),
          cell.count('hitCount', t('rules.field.hitCount'), (row) => row.hitCount),
          cell.custom('precision', t('rules.field.precision'), (row) => (
            <PrecisionBar precision={row.precision} />
          )),
          cell.figures('p95', t('rules.field.p95'), ({ p95Micros }) =>
            p95Micros === null ? null : `${countText(p95Micros)} µs`,
          ),
          cell.stamp(
            'updated',
            t('rules.field.updatedAt'),
            (row) => row.updatedAt,
            (row) => row.updatedBy,
          ),
        ]}
      />
      {rule.versions.map((version) => (
        <VersionPart key={version.id} rule={rule} version={version} />
      ))}
      {approval && <ApprovalHistory history={approval.history} />}
    </Flex>
  );
}
