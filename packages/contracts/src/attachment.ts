import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, noInput } from './fields.ts';

/** The largest file, and the most that a record has. */
export const maxAttachmentBytes = 10 * 1024 * 1024;
export const maxAttachments = 20;

/** What a file may be, by its content. */
export const attachmentTypes = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

export const attachmentRow = z.strictObject({
  id,
  fileName: z.string(),
  mediaType: z.enum(attachmentTypes),
  /** In bytes. */
  size: z.int().min(1).max(maxAttachmentBytes),
  createdAt: instant,
  /** The name of who added it. */
  createdBy: z.string(),
});
export type AttachmentRow = z.infer<typeof attachmentRow>;

/** 附件: files that records have. */
export const attachment = {
  uploadAttachment: endpoint({
    kind: 'upload',
    access: 'session',
    permission: 'voucher.edit',
    logs: 'attachment',
    maxFileBytes: maxAttachmentBytes,
    summary: {
      zh: '上传附件（png、jpeg、webp、pdf；一天内未被引用则删除）',
      en: 'Upload a png, jpeg, webp or pdf; gone after a day unless a record has it',
    },
    input: noInput,
    output: attachmentRow,
  }),
  downloadAttachment: endpoint({
    kind: 'download',
    access: 'session',
    permission: 'voucher.view',
    logs: 'attachment',
    summary: { zh: '下载附件', en: 'An attachment of what one may see' },
    input: z.strictObject({ id }),
    output: z.null(),
  }),
};
