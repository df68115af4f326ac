import { createHash, randomBytes } from 'node:crypto';
import type { TracePoint } from '@xyxlx/contracts/verification-code';
import type { PrismaClient } from '@xyxlx/database/client/client';
import type { Clock } from '../../../core/clock.ts';
import type { Captcha } from './captcha.ts';
import { isPlausibleTrace } from './trace.ts';

/** How long a challenge may wait for its drag, and a ticket for its use, in milliseconds. */
const challengeLife = 5 * 60_000;
const ticketLife = 90_000;

/** The own slider: the server keeps the challenge, checks the drag and hands out a ticket for one use. */
interface SliderCaptcha extends Captcha {
  /** The ticket for a believable drag, or null; a challenge is checked once. */
  solve(captchaId: string, trace: TracePoint[]): Promise<string | null>;
}

export function sliderCaptcha(prisma: PrismaClient, clock: Clock): SliderCaptcha {
  return {
    offer: async (sceneId) => {
      const { id } = await prisma.captchaChallenge.create({ data: { sceneId, issuedAt: clock.now() } });
      return { provider: 'slider', captchaId: id };
    },

    solve: async (captchaId, trace) => {
      const now = clock.now();
      const ticket = randomBytes(24).toString('base64url');
      const believed = isPlausibleTrace(trace);
      const { count } = await prisma.captchaChallenge.updateMany({
        where: {
          id: captchaId,
          solvedAt: null,
          failed: false,
          issuedAt: { gt: new Date(now.getTime() - challengeLife) },
        },
        data: believed ? { solvedAt: now, ticketHash: hashOf(ticket) } : { failed: true },
      });
      return believed && count === 1 ? ticket : null;
    },

    // One guarded update: of two calls with the same ticket only one finds it unused.
    verify: async ({ captchaVerifyParam, sceneId }, scene) => {
      const now = clock.now();
      const [used] = await prisma.captchaChallenge.updateManyAndReturn({
        where: { ticketHash: hashOf(captchaVerifyParam), usedAt: null },
        data: { usedAt: now },
      });
      if (!used?.solvedAt || used.sceneId !== scene || sceneId !== scene) return false;
      return now.getTime() - used.solvedAt.getTime() <= ticketLife;
    },
  };
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
