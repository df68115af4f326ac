import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { positiveOutcomes, type RiskOutcome } from '@xyxlx/contracts/compliance-case-kinds';
import { type RiskList, riskListWords } from '@xyxlx/contracts/compliance-kinds';
import { neverSpared } from '@xyxlx/contracts/risk-templates';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../../lib/label.ts';
import { ListDialog } from './list-dialog.tsx';

interface OfferedListsProps {
  row: RiskCaseDetail;
  outcome: RiskOutcome;
  onClose(): void;
}

/** After a verdict: the lists that go with it, black and grey for who was rightly found, white for who was not; mount it to open it. */
export function OfferedLists({ row, outcome, onClose }: OfferedListsProps) {
  const { t } = useTranslation('compliance/cases');
  const label = useLabel();
  const [chosen, setChosen] = useState<RiskList | null>(null);
  if (chosen) return <ListDialog row={row} list={chosen} onClose={onClose} />;
  const lists = listsAfter(outcome, row.rule.code);
  return (
    <Modal
      open
      title={t('list.offer')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('list.offer.none')}</Button>
          {lists.map((list) => (
            <Button key={list} onClick={() => setChosen(list)}>
              {label(riskListWords[list])}
            </Button>
          ))}
        </>
      }
    >
      <p>
        {t(lists.includes('WHITE') ? 'list.offer.white' : 'list.offer.black', { name: row.subject.name })}
      </p>
    </Modal>
  );
}

/** The lists that a verdict suggests; none spares anybody of a rule that is never left out. */
export function listsAfter(outcome: RiskOutcome, ruleCode: string): RiskList[] {
  if (positiveOutcomes.some((positive) => positive === outcome)) return ['GREY', 'BLACK'];
  return ruleCode === neverSpared ? [] : ['WHITE'];
}
