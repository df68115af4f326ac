import type { home } from '@xyxlx/contracts/home';
import type { z } from 'zod';

/** What the home screen shows. */
export type Home = z.infer<typeof home.getHome.output>;
