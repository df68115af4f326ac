import { billFigureWords } from '@xyxlx/contracts/bill-kinds';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../kit/export-button.tsx';
import { SubList } from '../../../kit/list/sub-list.tsx';
import { RowButton } from '../../../kit/row-button.tsx';
import { api } from '../../../lib/api.ts';
import { downloadFile } from '../../../lib/files.ts';
import { useLabel } from '../../../lib/label.ts';
import { useCan } from '../../../lib/me.ts';

interface BillLinesProps {
  billId: string;
  /** Shows another bill: a merchant's own. */
  onOpen(id: string): void;
}

/** A company's bill by merchant, each line with the way to the merchant's own bill. */
export function BillLines({ billId, onOpen }: BillLinesProps) {
  const { t } = useTranslation('bill');
  const label = useLabel();
  const can = useCan();
  return (
    <SubList
      name="billLine"
      label={t('line.title')}
      query={api.bill.queryBillLine}
      asked={{ billId }}
      sortFields={['merchant', 'issuedAmount', 'recoveredAmount']}
      rowId={({ merchant }) => merchant.id}
      columns={(cell) => [
        cell.name('merchant', t('field.merchant'), ({ merchant, merchantBillId }) =>
          merchantBillId ? (
            <RowButton onPress={() => onOpen(merchantBillId)}>{merchant.name}</RowButton>
          ) : (
            merchant.name
          ),
        ),
        cell.money('issuedAmount', label(billFigureWords.issuedAmount), (row) => row.issuedAmount),
        cell.money('recoveredAmount', label(billFigureWords.recoveredAmount), (row) => row.recoveredAmount),
      ]}
      actions={
        can('bill.export') && (
          <ExportButton onExport={(format) => downloadFile('bill/exportBillLine', { billId, format })} />
        )
      }
    />
  );
}
