import {
  type LimitBatchRow,
  type limitBatchRowStates,
  limitBatchRowStateWords,
} from '@xyxlx/contracts/bill-change';
import type { Tone } from '@xyxlx/contracts/words';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../../kit/filters/enum-options.ts';
import { SubList } from '../../../kit/list/sub-list.tsx';
import { ToneTag } from '../../../kit/tone-tag.tsx';
import { api } from '../../../lib/api.ts';
import { labelText } from '../../../lib/label.ts';

const tones: Record<LimitBatchRow['state'], Tone> = {
  READY: 'waiting',
  DONE: 'good',
  FAILED: 'bad',
  UNCHANGED: 'quiet',
  UNDONE: 'quiet',
};
type Only = 'all' | (typeof limitBatchRowStates)[number];

/** Every line of the sheet: the present limit, the new one, the difference, and what is wrong with it. */
export function BatchRows({ batchId }: { batchId: string }) {
  const { t } = useTranslation('employee');
  const [only, setOnly] = useState<Only>('all');
  return (
    <SubList
      name="limitBatchRow"
      label={t('batch.rows')}
      query={api.billChange.queryBatchRow}
      asked={{ batchId, ...(only !== 'all' && { state: [only] }) }}
      rowId={({ id }) => id}
      columns={(cell) => [
        cell.count('rowNo', t('batch.rowNo'), (row) => row.rowNo),
        cell.figures('employeeNo', t('field.employeeNo'), (row) => row.employeeNo),
        cell.text('employeeName', t('field.name'), (row) => row.employeeName),
        cell.money('present', t('batch.present'), (row) => row.presentLimit),
        cell.money('new', t('batch.newLimit'), (row) => row.newLimit),
        cell.money('difference', t('batch.rowDifference'), (row) => row.differenceLimit, {
          difference: true,
        }),
        cell.custom('state', t('field.state'), ({ state }) => (
          <ToneTag tone={tones[state]}>{labelText(limitBatchRowStateWords[state])}</ToneTag>
        )),
        // Why a row is left out is read in full.
        cell.text('message', t('batch.message'), ({ message }) => message, { wraps: true }),
      ]}
      actions={
        <Segmented<Only>
          value={only}
          aria-label={t('field.state')}
          options={[{ value: 'all', label: t('batch.all') }, ...enumOptions(limitBatchRowStateWords)]}
          onChange={setOnly}
        />
      }
    />
  );
}
