import type { Label } from '@xyxlx/contracts/endpoint';

/** The name of a column of amounts in yuan. */
export function inYuan({ zh, en }: Label): Label {
  return { zh: `${zh}（元）`, en: `${en} (yuan)` };
}
