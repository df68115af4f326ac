import type { Label } from '@xyxlx/contracts/endpoint';
import { logFieldWords } from '@xyxlx/contracts/log-words';
import { recordLabel } from '../../lib/record-address.ts';

// What was refused before its record was looked at.
const noRecord: Readonly<Record<string, Label>> = {
  endpoint: { zh: '功能', en: 'Function' },
  unknown: { zh: '记录', en: 'Record' },
};

/** What kind of thing a target is, as the screen says that is about it; one that nobody named goes by its own name. */
export function targetTypeLabel(type: string): Label {
  return recordLabel(type) ?? noRecord[type] ?? { zh: type, en: type };
}

/** What a changed field is called; parts of a nested one are named one by one. */
export function fieldLabel(path: string): Label {
  const parts = path.split('.').map((part) => logFieldWords[part] ?? { zh: part, en: part });
  return { zh: parts.map(({ zh }) => zh).join(' · '), en: parts.map(({ en }) => en).join(' · ') };
}
