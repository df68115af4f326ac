import type { brand as contract } from '@xyxlx/contracts/brand';
import { Refusal, staleVersion } from '../../core/errors.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { changeEach } from '../../platform/records/change-state.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import type { Handlers } from '../../wire/implement.ts';
import { assignMerchants } from './assign-merchants.ts';
import { brands, foundBrand } from './brand.sql.ts';
import { brandStateMachine, lockBrand } from './brand-states.ts';
import { saveLogo } from './logo.ts';

export const brand: Handlers<typeof contract> = {
  queryBrand: (call) => queryList(call, brands),

  getBrand: ({ input, session, deps }) => foundBrand(deps.database.pool, session, input.id),

  addBrand: (call) =>
    change(call, async (tx) => {
      const { input, session } = call;
      const { tenantId, userName } = session;
      await refuseTakenName(tx, tenantId, input.name);
      const { id } = await tx.brand.create({
        data: { ...input, tenantId, createdBy: userName, updatedBy: userName },
      });
      await logChange(tx, call, { tenantId, id, label: input.name, after: input });
      return foundBrand(tx, session, id);
    }),

  editBrand: (call) =>
    change(call, async (tx) => {
      const { session, now } = call;
      const { id, version, ...fields } = call.input;
      const before = await lockBrand(tx, session, id);
      if (before.version !== version) throw staleVersion();
      const { tenantId } = before;
      if (fields.name !== before.name) await refuseTakenName(tx, tenantId, fields.name);
      const after = await tx.brand.update({
        where: { tenantId_id: { tenantId, id } },
        data: { ...fields, ...nextVersion(session, now) },
      });
      await logChange(tx, call, {
        tenantId,
        id,
        label: before.name,
        ...differenceOf({ ...before }, { ...after }, Object.keys(fields)),
      });
      return foundBrand(tx, session, id);
    }),

  enableBrand: (call) => changeEach(call, brandStateMachine, 'enableBrand'),
  disableBrand: (call) => changeEach(call, brandStateMachine, 'disableBrand'),

  uploadLogo: saveLogo,

  assignMerchant: assignMerchants,
};

async function refuseTakenName(tx: Transaction, tenantId: string, name: string): Promise<void> {
  const taken = await tx.brand.count({ where: { tenantId, name } });
  if (taken > 0) throw new Refusal({ zh: '品牌名称已存在', en: 'There is a brand with this name' });
}
