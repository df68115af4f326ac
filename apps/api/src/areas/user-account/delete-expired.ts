import type { Deps } from '../../core/deps.ts';

/** How long expired rows stay, for questions about them; in milliseconds. */
const kept = 7 * 24 * 60 * 60_000;

/** Deletes verification codes, sign-ons, captchas and counters that expired a week ago. */
export async function deleteExpired({ database: { prisma }, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - kept);
  await prisma.verificationCode.deleteMany({ where: { expiresAt: { lt: before } } });
  await prisma.signOn.deleteMany({ where: { startedAt: { lt: before } } });
  await prisma.captchaChallenge.deleteMany({ where: { issuedAt: { lt: before } } });
  await prisma.rateWindow.deleteMany({ where: { endsAt: { lt: before } } });
}
