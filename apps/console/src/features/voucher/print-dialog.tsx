import { useMutation } from '@tanstack/react-query';
import { type VoucherPaper, voucherPaperWords } from '@xyxlx/contracts/voucher-paper';
import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { downloadFile } from '../../lib/files.ts';

/** Asks for the paper and downloads the vouchers as a PDF for it; mount it to open it. */
export function PrintDialog({ ids, onClose }: { ids: string[]; onClose(): void }) {
  const { t } = useTranslation('voucher');
  const [paper, setPaper] = useState<VoucherPaper>('A5');
  const print = useMutation({
    mutationFn: () => downloadFile('voucher/downloadVoucher', { ids, paper }),
    onSuccess: onClose,
  });
  return (
    <Modal
      open
      title={t('print.title')}
      okText={t('print.download')}
      confirmLoading={print.isPending}
      onOk={() => print.mutate()}
      onCancel={onClose}
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
    </Modal>
  );
}
