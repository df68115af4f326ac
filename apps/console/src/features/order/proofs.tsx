import { UploadOutlined } from '@ant-design/icons';
import { attachmentTypes, maxAttachmentBytes, maxAttachments } from '@xyxlx/contracts/attachment';
import type { CardOrderDetail } from '@xyxlx/contracts/card-order';
import { Button, Flex, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttachmentList } from '../../kit/attachment-list.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { failureOf } from '../../lib/failure.ts';
import { uploadFile } from '../../lib/files.ts';
import { useCan } from '../../lib/me.ts';
import { notify } from '../../lib/notify.ts';

const maxMb = maxAttachmentBytes / 1024 / 1024;

/** The files that prove the transfer of an order, and adding one while it is waited for. */
export function Proofs({ order: { id, state, proofs } }: { order: CardOrderDetail }) {
  const { t } = useTranslation('order');
  const can = useCan();
  const [isSending, setSending] = useState(false);
  const isAwaited = state === 'TO_PAY' && can('order.edit');

  async function send(file: File): Promise<void> {
    setSending(true);
    try {
      await uploadFile('order/uploadProof', file, { id });
      await acted(t('proof.added'), api.order.pathFilter());
    } catch (error) {
      notify('error', failureOf(error).text);
    } finally {
      setSending(false);
    }
  }

  return (
    <Flex component="section" vertical align="start" gap={8}>
      <h3>{t('proof.title')}</h3>
      {proofs.length === 0 && <p style={{ margin: 0, color: 'var(--ink-soft)' }}>{t('proof.none')}</p>}
      <AttachmentList label={t('proof.title')} files={proofs} path="order/downloadProof" />
      {isAwaited && (
        <Upload
          accept={attachmentTypes.join(',')}
          showUploadList={false}
          beforeUpload={(file) => {
            if (file.size > maxAttachmentBytes) notify('info', t('proof.tooLarge', { size: maxMb }));
            else void send(file);
            // It is sent from here, with the order that it belongs to.
            return false;
          }}
        >
          <Button
            icon={<UploadOutlined aria-hidden />}
            loading={isSending}
            disabled={proofs.length >= maxAttachments}
          >
            {t('proof.add')}
          </Button>
        </Upload>
      )}
    </Flex>
  );
}
