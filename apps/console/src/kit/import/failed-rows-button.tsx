import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '../../lib/files.ts';

/** Hands over the rows of an import that were left out or failed, with their reasons, in the layout of the file. */
export function FailedRowsButton({ jobId }: { jobId: string }) {
  const { t } = useTranslation('kit/import');
  const work = useMutation({ mutationFn: () => downloadFile('job/downloadFailedRows', { id: jobId }) });
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={work.isPending} onClick={() => work.mutate()}>
      {t('failedRows')}
    </Button>
  );
}
