import { type LedgerKind, ledgerKindWords } from '@xyxlx/contracts/bill';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../kit/export-button.tsx';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { SubList } from '../../kit/list/sub-list.tsx';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';

/** Every movement of a bill's month. */
export function BillEntries({ billId }: { billId: string }) {
  const { t } = useTranslation(['bill', 'kit']);
  const can = useCan();
  const [kinds, setKinds] = useState<LedgerKind[]>([]);
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
        cell.kind('kind', t('entry.kind'), ledgerKindWords, (row) => row.kind),
        cell.money('amount', t('entry.amount'), (row) => row.amount, { difference: true }),
        cell.text('employee', t('entry.employee'), (row) => row.employee?.name),
        cell.figures('sourceNo', t('entry.sourceNo'), ({ kind, sourceNo }) =>
          // An employee's adjustments are numbered from 1.
          kind === 'ISSUE' || kind === 'RECOVER' ? t('entry.adjustment', { seq: sourceNo }) : sourceNo,
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
            options={enumOptions(ledgerKindWords)}
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
