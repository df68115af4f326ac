import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { brand as handlers } from './handlers.ts';
import { serveLogos } from './serve-logos.ts';

export const brand: Area<AppContract['brand']> = {
  handlers,
  plugins: [serveLogos],
  records: { brand: { from: 'brands r', fields: ['brandId'] } },
};
