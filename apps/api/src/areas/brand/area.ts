import type { AppContract } from '@xyxlx/contracts/contract';
import { servePictures } from '../../platform/images/serve-pictures.ts';
import type { Area } from '../area.ts';
import { foundBrands } from './brand.sql.ts';
import { brand as handlers } from './handlers.ts';
import { logoPath } from './logo-path.ts';

const logos = servePictures({
  name: 'brand-logos',
  path: logoPath,
  find: (prisma, key) => prisma.brandLogo.findUnique({ where: { tenantId_id: key } }),
});

export const brand: Area<AppContract['brand']> = {
  handlers,
  plugins: [logos],
  finds: [foundBrands],
  records: { brand: { from: 'brands r', fields: ['brandId'] } },
};
