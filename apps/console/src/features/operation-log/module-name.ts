import type { Label } from '@xyxlx/contracts/endpoint';
import { logModuleWords } from '@xyxlx/contracts/log-words';

/** What a module is called; one that nobody named goes by its own name. */
export function moduleLabel(module: string): Label {
  return logModuleWords[module] ?? { zh: module, en: module };
}
