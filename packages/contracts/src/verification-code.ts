import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mobile } from './fields.ts';
import { captchaFields } from './user-account.ts';
import { maxTracePoints, sliderSize } from './wire.ts';

/** One moment of a drag: milliseconds since the press, the handle's left edge and the pointer's height in pixels. */
const tracePoint = z.strictObject({
  t: z.number().min(0).max(120_000),
  x: z.number().min(-20).max(sliderSize.width),
  y: z.number().min(-2000).max(2000),
});
export type TracePoint = z.infer<typeof tracePoint>;

/** What the captcha guards: a solution for one scene is refused in another. */
export const captchaScenes = ['login', 'updatePassword', 'verificationCode'] as const;

/** What a verification code is for: one of another scene is refused. */
export const codeScenes = ['resetPassword', 'updateMobile', 'bindAccount', 'acceptInvitation'] as const;
export type CodeScene = (typeof codeScenes)[number];

/** After so many seconds the same mobile can ask for another code. */
export const codeInterval = 60;

const codeRequest = { mobile, scene: z.enum(codeScenes) };
const codeSent = z.strictObject({ expiresInSeconds: z.int() });

export const verificationCode = {
  requestVerificationCode: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: {
      zh: '发送验证码（旧客户端，无验证码）',
      en: 'Send a verification code (old clients, no captcha)',
    },
    input: z.strictObject(codeRequest),
    output: codeSent,
  }),
  requestVerificationCode_V2: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '发送验证码', en: 'Send a verification code' },
    /** The captcha is of the scene `verificationCode`. */
    input: z.strictObject({ ...codeRequest, ...captchaFields }),
    output: codeSent,
  }),
  requestCaptcha: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '取得滑块验证', en: 'Ask for a captcha' },
    input: z.strictObject({ sceneId: z.enum(captchaScenes) }),
    output: z.discriminatedUnion('provider', [
      z.strictObject({ provider: z.literal('slider'), captchaId: z.uuid() }),
      z.strictObject({
        provider: z.literal('aliyun'),
        sceneId: z.string(),
        prefix: z.string(),
        region: z.enum(['cn', 'sgp']),
      }),
      z.strictObject({ provider: z.literal('off') }),
    ]),
  }),
  solveCaptcha: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '提交滑块轨迹', en: 'Submit the drag of a slider' },
    input: z.strictObject({ captchaId: z.uuid(), trace: z.array(tracePoint).min(1).max(maxTracePoints) }),
    output: z.strictObject({ captchaVerifyParam: z.string() }),
  }),
  aliVerification: endpoint({
    kind: 'mutation',
    access: 'public',
    summary: { zh: '校验验证码', en: 'Check a captcha by itself' },
    input: z.strictObject(captchaFields),
    output: z.strictObject({ verifyResult: z.boolean() }),
  }),
};
