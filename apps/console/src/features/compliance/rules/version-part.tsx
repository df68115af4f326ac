import { riskActionWords, riskRuleStateWords, riskSeverityWords } from '@xyxlx/contracts/compliance-kinds';
import type { RiskRuleDetail, RiskRuleVersionRow } from '@xyxlx/contracts/compliance-rule';
import { Button, Flex } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../../kit/actions/record-actions.tsx';
import { Facts } from '../../../kit/detail/facts.tsx';
import { BacktestPart } from './backtest-part.tsx';
import { PrecisionBar } from './precision-bar.tsx';
import { versionActions } from './rule-actions.ts';
import { useSentence } from './use-sentence.ts';

interface VersionPartProps {
  rule: RiskRuleDetail;
  version: RiskRuleVersionRow;
}

/** One version of a rule: what it says, how it did, what can be done with it, and its look at the past. */
export function VersionPart({ rule, version }: VersionPartProps) {
  const { t } = useTranslation('compliance');
  const sentence = useSentence();
  const [isTested, setTested] = useState(false);
  return (
    <section aria-label={`v${version.no}`}>
      <Facts
        title={`v${version.no}`}
        record={version}
        facts={(cell) => [
          cell.state('state', t('rules.field.state'), riskRuleStateWords, (row) => row.state),
          cell.text('expression', t('rules.field.expression'), (row) =>
            sentence(row.expression, rule.payees),
          ),
          cell.count('score', t('rules.field.score'), (row) => row.score),
          cell.state('severity', t('rules.field.severity'), riskSeverityWords, (row) => row.severity),
          cell.kind('action', t('rules.field.action'), riskActionWords, (row) => row.action),
          cell.text('online', t('rules.field.online'), (row) =>
            row.online ? t('rules.online.yes') : t('rules.online.no'),
          ),
          cell.count('hitCount', t('rules.field.hitCount'), (row) => row.hitCount),
          cell.custom('precision', t('rules.field.precision'), (row) => (
            <PrecisionBar precision={row.precision} />
          )),
          cell.stamp(
            'created',
            t('rules.field.createdAt'),
            (row) => row.createdAt,
            (row) => row.createdBy,
          ),
          version.shadowSince !== null &&
            cell.minute('shadowSince', t('rules.field.shadowSince'), (row) => row.shadowSince),
          version.enabledAt !== null &&
            cell.minute('enabledAt', t('rules.field.enabledAt'), (row) => row.enabledAt),
          version.disabledAt !== null &&
            cell.minute('disabledAt', t('rules.field.disabledAt'), (row) => row.disabledAt),
          version.disableReason !== null &&
            cell.text('disableReason', t('rules.field.disableReason'), (row) => row.disableReason),
        ]}
      />
      <Flex gap={8} wrap style={{ marginTop: 8 }}>
        <RecordActions
          record={version}
          nameOf={({ no }) => `${rule.code} v${no}`}
          actions={versionActions(t, rule)}
        />
        <Button aria-expanded={isTested} onClick={() => setTested(!isTested)}>
          {t('rules.backtest')}
        </Button>
      </Flex>
      {isTested && <BacktestPart versionId={version.id} />}
    </section>
  );
}
