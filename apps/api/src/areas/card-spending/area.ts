import type { cardSpending as contract } from '@xyxlx/contracts/card-spending';
import { queryList } from '../../platform/lists/query-list.ts';
import type { Area } from '../area.ts';
import { authorizations } from './authorizations.sql.ts';
import { authorize } from './authorize.ts';
import { capture } from './capture.ts';
import { expireAuthorizations } from './expire-authorizations.ts';
import { cardSpendingInvariants } from './invariants.ts';
import { reverse } from './reverse.ts';

export const cardSpending: Area<typeof contract> = {
  handlers: {
    queryAuthorization: (call) => queryList(call, authorizations),
    authorize,
    capture,
    reverse,
  },
  schedule: [
    {
      name: 'expireAuthorizations',
      title: { zh: '授权到期', en: 'Authorizations that expire' },
      due: { zh: '授权有效期结束时', en: 'When an authorization is no longer valid' },
      run: expireAuthorizations,
    },
  ],
  invariants: cardSpendingInvariants,
};
