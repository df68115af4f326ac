import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { CodeScene } from '@xyxlx/contracts/verification-code';
import { codeInterval } from '@xyxlx/contracts/verification-code';
import type { RequestInfo } from '../../core/call.ts';
import type { Deps } from '../../core/deps.ts';
import { Refusal } from '../../core/errors.ts';
import { rowOf, sql } from '../../platform/db/sql.ts';
import { inTransaction, type Transaction } from '../../platform/db/transaction.ts';
import { consumeLimits } from '../../platform/security/rate-limit.ts';

/** How long a code is good for, in seconds, and how often it may be guessed wrong. */
const codeLife = 600;
const maxTries = 5;

const day = 86_400;
const hour = 3600;

/** One text for a code that is wrong, late, used, guessed too often, or was never sent. */
export function codeRefused(): Refusal {
  return new Refusal({
    zh: '验证码错误或已失效，请重新获取',
    en: 'The code is wrong or no longer valid, ask for a new one',
  });
}

/** Makes a code and sends it if anybody may have it; the answer and the counting are the same if not. Throws 429. */
export async function sendCode(
  deps: Deps,
  request: RequestInfo,
  input: { mobile: string; scene: CodeScene },
): Promise<{ expiresInSeconds: number }> {
  const { clock, database, messenger } = deps;
  const now = clock.now();
  const mobile = input.mobile.toLowerCase();
  await consumeLimits(database.prisma, await limitsOf(deps, request, mobile), now);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const codeHash = hashOf(deps.settings.jwtSecrets[0], mobile, code).toString('hex');
  const expiresAt = new Date(now.getTime() + codeLife * 1000);
  // One transaction, so that a message which is sent costs no commit more than one which is not.
  await inTransaction(database, async (tx) => {
    await tx.verificationCode.create({
      data: { mobile, scene: input.scene, codeHash, createdAt: now, expiresAt },
    });
    if (!(await mayHaveCode(tx, mobile, input.scene, now))) return;
    await messenger.send({ mobile, scene: input.scene, code, text: textOf(code) }, tx);
  });
  return { expiresInSeconds: codeLife };
}

/** So long after a sign-in an address is still its user's, in ms. */
const ownFor = 90 * day * 1000;

/**
 * Two counts a mobile: of the addresses from which its owner has signed in of late, and of all others. So a stranger who asks for
 * a mobile's codes can't use them up for its owner; and no stranger alone can use up the others' count, which the owner at a new address needs.
 */
async function limitsOf({ database, clock }: Deps, { ip }: RequestInfo, mobile: string) {
  const since = new Date(clock.now().getTime() - ownFor);
  const { isOwn } = await rowOf<{ isOwn: boolean }>(
    database.pool,
    sql`SELECT EXISTS (
      SELECT FROM login_records l JOIN users u ON u.id = l.user_id
      WHERE u.mobile = ${mobile} AND l.ip = ${ip} AND l.result = 'ok' AND l.created_at > ${since}) AS "isOwn"`,
  );
  const key = `code/mobile/${isOwn ? 'own' : 'other'}/${mobile}`;
  return [
    { key, max: 1, seconds: codeInterval },
    { key, max: 10, seconds: day },
    ...(isOwn ? [] : [{ key: `code/mobile/other/${mobile}/${ip}`, max: 5, seconds: day }]),
    { key: `code/address/${ip}`, max: 20, seconds: hour },
  ];
}

/** A new number belongs to nobody yet; an invited user may be unable to sign in; the other scenes need an account that can sign in. */
async function mayHaveCode(tx: Transaction, mobile: string, scene: CodeScene, now: Date): Promise<boolean> {
  if (scene === 'updateMobile') return true;
  if (scene === 'acceptInvitation') {
    return (await tx.invitation.count({ where: { mobile, expiresAt: { gt: now } } })) > 0;
  }
  const owners = await tx.user.count({
    where: { mobile, memberships: { some: { state: 'ACTIVE' } } },
  });
  return owners > 0;
}

/**
 * The codes that may be typed from one address, right or wrong: twice for each that it may ask for. A stranger kills a code of
 * somebody else's with five wrong ones, so no more than a few.
 */
function typedFrom({ ip }: RequestInfo) {
  return [
    { key: `code/typed/${ip}`, max: 40, seconds: hour },
    { key: `code/typed/${ip}`, max: 200, seconds: day },
  ];
}

/** Counts a try against the newest code of the scene and returns its id when it is the right one; throws 406 otherwise, 429 past the address's tries. */
export async function takeCode(
  deps: Deps,
  request: RequestInfo,
  { mobile, scene, code }: { mobile: string; scene: CodeScene; code: string },
): Promise<string> {
  const now = deps.clock.now();
  await consumeLimits(deps.database.prisma, typedFrom(request), now);
  // Counted before it is compared and outside the caller's transaction: a failure further on gives no try back.
  const [row] = await deps.database.prisma.$queryRaw<{ id: string; codeHash: string }[]>`
    UPDATE verification_codes SET tries = tries + 1
    WHERE id = (SELECT id FROM verification_codes WHERE mobile = ${mobile} AND scene = ${scene} ORDER BY created_at DESC, id DESC LIMIT 1)
      AND used_at IS NULL AND tries < ${maxTries} AND expires_at > ${now}::timestamptz
    RETURNING id, code_hash AS "codeHash"`;
  // Any of the secrets: the one that signs may have changed since the code was sent.
  const isRight = deps.settings.jwtSecrets.some(
    (secret) => row && timingSafeEqual(Buffer.from(row.codeHash, 'hex'), hashOf(secret, mobile, code)),
  );
  if (!row || !isRight) throw codeRefused();
  return row.id;
}

/** Uses the code up in the transaction of what it allows; throws 406 when somebody was first. */
export async function useUp({ clock }: Deps, tx: Transaction, codeId: string): Promise<void> {
  const { count } = await tx.verificationCode.updateMany({
    where: { id: codeId, usedAt: null },
    data: { usedAt: clock.now() },
  });
  if (count === 0) throw codeRefused();
}

function hashOf(secret: string, mobile: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`code/${mobile}/${code}`).digest();
}

function textOf(code: string): string {
  return `验证码 ${code}，${codeLife / 60} 分钟内有效，请勿告知他人。Your code is ${code}.`;
}
