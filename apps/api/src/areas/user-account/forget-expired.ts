import type { Deps } from '../../core/deps.ts';

/** So long what is over stays, for somebody who asks why; in milliseconds. */
const kept = 7 * 24 * 60 * 60_000;

/** Forgets codes, sign-ons, captchas and counters that have long been over. */
export async function forgetExpired({ database: { prisma }, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - kept);
  await prisma.verificationCode.deleteMany({ where: { expiresAt: { lt: before } } });
  await prisma.signOn.deleteMany({ where: { startedAt: { lt: before } } });
  await prisma.captchaChallenge.deleteMany({ where: { issuedAt: { lt: before } } });
  await prisma.rateWindow.deleteMany({ where: { endsAt: { lt: before } } });
}
