import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { deleteUnclaimed } from './delete-unclaimed.ts';
import { downloadAttachment, uploadAttachment } from './store-attachment.ts';

export const attachment: Area<AppContract['attachment']> = {
  handlers: { uploadAttachment, downloadAttachment },
  cleanUp: deleteUnclaimed,
  records: { attachment: { from: 'attachments r', name: 'r.file_name', fields: ['attachmentIds'] } },
};
