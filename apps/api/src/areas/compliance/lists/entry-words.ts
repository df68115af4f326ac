import { longestWhite } from '@xyxlx/contracts/compliance-list';
import type { Label } from '@xyxlx/contracts/endpoint';

/** Why an entry is refused, alone or as a row of a file. */
export const entryRefusals = {
  notListable: { zh: '该主体不能列入黑名单', en: 'No such subject is put on a black list' },
  onlyWhiteNamesRules: { zh: '仅白名单指定规则', en: 'Only a white entry names rules' },
  rulesNeeded: { zh: '请选择规则', en: 'Choose the rules' },
  neverSpared: { zh: '该规则不可豁免', en: 'Nobody is spared by this rule' },
  endsBeforeItBegins: { zh: '失效时间须晚于生效时间', en: 'It ends before it begins' },
  whiteTooLong: {
    zh: `白名单不得超过 ${longestWhite} 天`,
    en: `A white entry holds for ${longestWhite} days at most`,
  },
  listed: { zh: '名单中已存在', en: 'It is on the list already' },
} as const satisfies Record<string, Label>;
