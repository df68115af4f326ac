import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { verificationCode as handlers } from './handlers.ts';

export const verificationCode: Area<AppContract['verificationCode']> = {
  handlers,
};
