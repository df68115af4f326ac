import { type IssueBatchRecord, issueTransitions } from '@xyxlx/contracts/issue';
import { type IssueBatchState, type IssueRowState, issueRowStateWords } from '@xyxlx/contracts/issue-kinds';
import { allows } from '@xyxlx/contracts/transitions';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { RowBox } from '../../kit/list/row-box.tsx';
import { SubList } from '../../kit/list/sub-list.tsx';
import { toggled } from '../../kit/toggled.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan } from '../../lib/me.ts';
import { voidRowsAction } from './batch-actions.tsx';
import styles from './issuing.module.css';

/** So many rows of a batch are voided by name at once. */
const mostPicked = 500;

type Only = 'all' | IssueRowState;

const beforeRun: readonly IssueBatchState[] = [
  'CHECKING',
  'DRAFT',
  'SUBMITTED',
  'SCHEDULED',
  'CANCELLED',
  'REJECTED',
];
const isVoided: readonly IssueBatchState[] = ['VOIDING', 'VOIDED', 'PARTLY_VOIDED'];

/** The states that a batch's rows can be in. */
function statesOf(state: IssueBatchState): readonly IssueRowState[] {
  if (beforeRun.includes(state)) return ['READY', 'FAILED', 'NOTHING'];
  if (isVoided.includes(state)) return ['DONE', 'FAILED', 'TO_VOID', 'VOIDED', 'VOID_FAILED'];
  return ['DONE', 'FAILED', 'READY', 'NOTHING'];
}

interface BatchRowsProps {
  batch: IssueBatchRecord;
}

/** Everybody in a batch with what they get, and why somebody gets nothing. */
export function BatchRows({ batch }: BatchRowsProps) {
  const { id, state, failed } = batch;
  const { t } = useTranslation(['issuing', 'kit']);
  const mayVoid = useCan()('creditlimit.issue') && allows(issueTransitions, 'voidIssue', state);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const label = useLabel();
  const [only, setOnly] = useState<Only>(state === 'DRAFT' && failed > 0 ? 'FAILED' : 'all');
  const isRun = !beforeRun.includes(state);
  return (
    <SubList
      name="issueRow"
      label={t('rows.title')}
      query={api.creditLimit.queryIssueRow}
      asked={{ issueId: id, ...(only !== 'all' && { state: [only] }) }}
      rowId={({ rowNo }) => String(rowNo)}
      columns={(cell) => [
        mayVoid &&
          cell.place('pick', '', ({ rowNo, state: is, employeeName }) => (
            <RowBox
              label={t('rows.pick', { name: employeeName })}
              isChecked={picked.has(rowNo)}
              isDisabled={is !== 'DONE' || (picked.size >= mostPicked && !picked.has(rowNo))}
              onChange={() => setPicked(toggled(picked, rowNo))}
            />
          )),
        cell.count('rowNo', t('rows.no'), (row) => row.rowNo),
        cell.figures('employeeNo', t('rows.employeeNo'), (row) => row.employeeNo),
        cell.text('employeeName', t('rows.employeeName'), (row) => row.employeeName),
        cell.money('amount', t('rows.amount'), (row) => row.amount),
        cell.state('state', t('field.state'), issueRowStateWords, (row) => row.state),
        // Why somebody gets nothing is read in full.
        cell.text('message', t('rows.message'), (row) => row.message, { wraps: true }),
        isRun && cell.money('takenBack', t('field.takenBack'), (row) => row.takenBackAmount),
        isRun && cell.minute('finishedAt', t('rows.finishedAt'), (row) => row.finishedAt),
      ]}
      actions={
        <div className={styles.choice}>
          {picked.size > 0 && (
            <RecordActions
              record={batch}
              nameOf={({ batchNo }) => batchNo}
              actions={[voidRowsAction(t, [...picked])]}
            />
          )}
          <Segmented<Only>
            value={only}
            aria-label={t('field.state')}
            options={[
              { value: 'all', label: t('rows.all') },
              ...statesOf(state).map((value) => ({ value, label: label(issueRowStateWords[value]) })),
            ]}
            onChange={setOnly}
          />
        </div>
      }
    />
  );
}
