import type { AppContract } from '@xyxlx/contracts/contract';
import { spellNames } from '../../platform/records/spell-names.ts';
import type { Area } from '../area.ts';
import { foundStores, store as handlers } from './handlers.ts';
import { storeTimelines } from './timeline.ts';

export const store: Area<AppContract['store']> = {
  handlers,
  finds: [foundStores],
  schedule: [
    {
      name: 'spellStores',
      title: { zh: '门店名称拼音', en: 'Spelling stores’ names' },
      due: { zh: '有名称尚无拼音时', en: 'When a name has not been spelled' },
      run: (deps) => spellNames(deps, 'stores'),
    },
  ],
  timelines: storeTimelines,
  records: { store: { from: 'stores r', fields: ['storeId'] } },
};
