import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, instant, mobile, noInput, nothing, passwordText, reason } from './fields.ts';
import { codeText } from './user-account.ts';

/** Proof of having the mobile: a code of the scene `acceptInvitation`. */
const proof = { mobile, verificationCode: codeText };

/** What the owner of a mobile is asked to join. */
const openInvitation = z.strictObject({
  id,
  tenant: z.strictObject({ name: z.string() }),
  company: z.strictObject({ name: z.string() }).nullable(),
  roles: z.array(z.strictObject({ code: z.string(), name: z.string() })),
  invitedBy: z.string(),
  expiresAt: instant,
});
export type OpenInvitation = z.infer<typeof openInvitation>;

/** The part of `/userAccount` about people who have an account and are asked to join another tenant; lists show them as users in the state `PENDING`. */
export const invitation = {
  getInvitationCount: endpoint({
    kind: 'query',
    access: 'session',
    summary: { zh: '待本人确认的租户邀请数', en: 'How many tenants ask one to join' },
    input: noInput,
    /** Only the number: somebody who uses an initial password is not yet known to have the mobile. */
    output: z.strictObject({ count: z.int().min(0) }),
  }),
  openInvitation: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '用验证码查看租户邀请', en: 'See with a code who asks one to join' },
    input: z.strictObject(proof),
    /** The code stays good for `acceptInvitation` and `declineInvitation`. */
    output: z.strictObject({ passwordNeeded: z.boolean(), list: z.array(openInvitation) }),
  }),
  acceptInvitation: endpoint({
    kind: 'mutation',
    access: 'public',
    logs: 'user',
    summary: { zh: '接受租户邀请', en: 'Join a tenant' },
    /** `newPassword` where `passwordNeeded`: only its owner may know the password of an account in two tenants. Every session ends with the old one. */
    input: z.strictObject({ ...proof, id, newPassword: passwordText.optional() }),
    output: nothing,
  }),
  declineInvitation: endpoint({
    kind: 'mutation',
    access: 'public',
    logs: 'invitation',
    summary: { zh: '谢绝租户邀请', en: 'Decline to join a tenant' },
    /** The code stays good for the other invitations. */
    input: z.strictObject({ ...proof, id }),
    output: nothing,
  }),
  resendInvitation: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.edit',
    logs: 'invitation',
    summary: { zh: '重发邀请', en: 'Ask somebody again to join' },
    input: z.strictObject({ id }),
    output: nothing,
  }),
  cancelInvitation: endpoint({
    kind: 'mutation',
    access: 'session',
    permission: 'user.edit',
    logs: 'invitation',
    summary: { zh: '取消邀请', en: 'Cancel an invitation' },
    input: z.strictObject({ id, reason }),
    output: nothing,
  }),
};
