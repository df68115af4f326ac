import { PrinterOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '../../../lib/files.ts';
import { useCan } from '../../../lib/me.ts';

/** Takes a bill's statement as a PDF, made to be printed; whoever may not take files out is not offered it. */
export function StatementButton({ billId }: { billId: string }) {
  const { t } = useTranslation('bill');
  const can = useCan();
  const take = useMutation({ mutationFn: () => downloadFile('bill/downloadStatement', { id: billId }) });
  if (!can('bill.export')) return null;
  return (
    <Button icon={<PrinterOutlined aria-hidden />} loading={take.isPending} onClick={() => take.mutate()}>
      {t('statement.take')}
    </Button>
  );
}
