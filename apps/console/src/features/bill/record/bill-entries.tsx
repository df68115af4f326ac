import type { BillDetail } from '@xyxlx/contracts/bill';
import { type BillEntryKind, billEntryKindWords, entryKindsOf } from '@xyxlx/contracts/bill-kinds';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../kit/export-button.tsx';
import { enumOptions } from '../../../kit/filters/enum-options.ts';
import { SubList } from '../../../kit/list/sub-list.tsx';
import { SourceLink } from '../../../kit/source-link.tsx';
import { api } from '../../../lib/api.ts';
import { downloadFile } from '../../../lib/files.ts';
import { useCan } from '../../../lib/me.ts';

/** Every movement of a bill's month. */
export function BillEntries({ bill: { id: billId, kind: billKind } }: { bill: BillDetail }) {
  const { t } = useTranslation(['bill', 'kit']);
  const can = useCan();
  const [kinds, setKinds] = useState<BillEntryKind[]>([]);
  return (
    <SubList
      name="billEntry"
      label={t('entry.title')}
      query={api.bill.queryBillEntry}
      asked={{ billId, ...(kinds.length > 0 && { kind: kinds }) }}
      sortFields={['occurredAt']}
      rowId={({ id }) => id}
      columns={(cell) => [
        cell.moment('occurredAt', t('entry.occurredAt'), (row) => row.occurredAt),
        cell.kind('kind', t('entry.kind'), billEntryKindWords, (row) => row.kind),
        cell.money('amount', t('entry.amount'), (row) => row.amount, { difference: true }),
        billKind === 'MERCHANT' &&
          cell.record('employee', t('entry.employee'), 'employee', (row) => row.employee),
        cell.custom('sourceNo', t('entry.sourceNo'), (row) =>
          // An employee's adjustments are numbered from 1.
          billKind === 'MERCHANT' && row.source === null ? (
            t('entry.adjustment', { seq: row.sourceNo })
          ) : (
            <SourceLink of={row} />
          ),
        ),
      ]}
      actions={
        <>
          <Select
            mode="multiple"
            allowClear
            maxTagCount="responsive"
            style={{ width: 200 }}
            aria-label={t('entry.kind')}
            placeholder={t('entry.anyKind')}
            value={kinds}
            options={enumOptions(billEntryKindWords).filter(({ value }) =>
              entryKindsOf[billKind].includes(value),
            )}
            onChange={setKinds}
          />
          {can('bill.export') && (
            <ExportButton onExport={(format) => downloadFile('bill/exportBillEntry', { billId, format })} />
          )}
        </>
      }
    />
  );
}
