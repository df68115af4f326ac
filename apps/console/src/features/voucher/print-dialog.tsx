import { useMutation } from '@tanstack/react-query';
import { type VoucherPaper, voucherPaperWords } from '@xyxlx/contracts/voucher-paper';
import { Button, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { client } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { PrintSheets } from './print-sheets.tsx';

/** Asks for the paper, and prints the vouchers on it by the browser or as a PDF; mount it to open it. */
export function PrintDialog({ ids, onClose }: { ids: string[]; onClose(): void }) {
  const { t } = useTranslation('voucher');
  const [paper, setPaper] = useState<VoucherPaper>('A5');
  const download = useMutation({
    mutationFn: () => downloadFile('voucher/downloadVoucher', { ids, paper }),
    onSuccess: onClose,
  });
  const print = useMutation({ mutationFn: () => client.voucher.printVoucher.query({ ids }) });
  return (
    <Modal
      open
      title={t('print.title')}
      onCancel={onClose}
      footer={[
        <Button key="print" loading={print.isPending} onClick={() => print.mutate()}>
          {t('print.browser')}
        </Button>,
        <Button key="download" type="primary" loading={download.isPending} onClick={() => download.mutate()}>
          {t('print.download')}
        </Button>,
      ]}
      width={460}
    >
      <p style={{ marginBottom: 16, color: 'var(--ink-soft)' }}>{t('print.words', { count: ids.length })}</p>
      <Radio.Group
        vertical
        aria-label={t('print.paper')}
        value={paper}
        options={enumOptions(voucherPaperWords)}
        onChange={({ target }) => setPaper(target.value as VoucherPaper)}
      />
      {print.data && <PrintSheets {...print.data} paper={paper} onPrinted={onClose} />}
    </Modal>
  );
}
