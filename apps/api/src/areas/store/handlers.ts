import { store as contract, type StoreRow, storeStateWords } from '@xyxlx/contracts/store';
import { spell } from '@xyxlx/database/spell';
import { Refusal, recordMissing, staleVersion } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import { anywhere, fromStart, iso, named, type Queryable, raw, rowsOf, sql } from '../../platform/db/sql.ts';
import { change, type Transaction } from '../../platform/db/transaction.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { byName, findIn, numbered, spelled } from '../../platform/lists/find.ts';
import { listOf } from '../../platform/lists/list.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { differenceOf } from '../../platform/operation-log/difference.ts';
import { logChange } from '../../platform/operation-log/operation-log.ts';
import { changeEach } from '../../platform/records/change-state.ts';
import { lockVisible } from '../../platform/records/lock-visible.ts';
import { nextVersion } from '../../platform/records/next-version.ts';
import { nextNumber } from '../../platform/records/numbers.ts';
import { byId, ofMerchant, visible } from '../../platform/records/scope.ts';
import type { Handlers } from '../../wire/implement.ts';
import { lockMerchant } from '../merchant/lock-merchant.ts';
import { storeStateMachine } from './store-states.ts';

const joins = raw('JOIN merchants m ON m.tenant_id = c.tenant_id AND m.id = c.merchant_id');
const row = sql`json_build_object('id', c.id, 'storeNo', c.store_no, 'name', c.name, 'merchant', ${named('m')},
  'region', c.region, 'address', c.address, 'state', c.state, 'version', c.version,
  'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by, 'updatedAt', ${iso('c.updated_at')}, 'updatedBy', c.updated_by)`;

const stores = listOf(contract.queryStore, {
  from: 'stores',
  alias: 'c',
  ofTenants: true,
  scope: visible,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id, { session }) => ofMerchant(session, 'c', id),
    keyword: (text) => sql`(c.name ILIKE ${anywhere(text)} OR c.store_no LIKE ${fromStart(text)})`,
    state: oneOf('c.state'),
  },
  sort: {
    storeNo: { column: 'c.store_no', type: 'text' },
    name: { column: 'c.name', type: 'text' },
    createdAt: { column: 'c.created_at', type: 'timestamptz' },
  },
  usual: ['createdAt', 'desc'],
  joins,
  row,
});

/** Any of them by what is typed. */
export const foundStores = findIn(stores, {
  kind: 'store',
  by: [numbered('c.store_no'), byName('c.name'), spelled('c.name_pinyin', 'c.name_initials')],
  number: 'c.store_no',
  title: 'c.name',
  state: ['c.state', storeStateWords],
});

export const store: Handlers<typeof contract> = {
  queryStore: (call) => queryList(call, stores),

  getStore: ({ input, session, deps }) => found(deps.database.pool, session, input.id),

  addStore: (call) =>
    change(call, async (tx) => {
      const { input, session } = call;
      const merchant = await lockMerchant(tx, session, input.merchantId);
      if (merchant.state === 'CLOSED' || merchant.state === 'REJECTED') {
        throw new Refusal({ zh: '该商户不能新增门店', en: 'This merchant can not have new stores' });
      }
      const { tenantId } = merchant;
      const storeNo = await nextNumber(tx, tenantId, 'S');
      const names = { createdBy: session.userName, updatedBy: session.userName };
      const { id } = await tx.store.create({
        data: { ...input, ...spell(input.name), tenantId, storeNo, ...names },
      });
      await logChange(tx, call, {
        tenantId,
        id,
        label: input.name,
        after: { storeNo, ...input },
      });
      return found(tx, session, id);
    }),

  editStore: (call) =>
    change(call, async (tx) => {
      const { id, version, ...fields } = call.input;
      const { session, deps } = call;
      const before = await locked(tx, session, id);
      if (before.version !== version) throw staleVersion();
      const after = await tx.store.update({
        where: { tenantId_id: { tenantId: before.tenantId, id } },
        data: {
          ...fields,
          ...spell(fields.name),
          ...nextVersion(session, deps.clock.businessNow()),
        },
      });
      await logChange(tx, call, {
        tenantId: before.tenantId,
        id,
        label: before.name,
        ...differenceOf({ ...before }, { ...after }, Object.keys(fields)),
      });
      return found(tx, session, id);
    }),

  enableStore: (call) => changeEach(call, storeStateMachine, 'enableStore'),

  disableStore: (call) => changeEach(call, storeStateMachine, 'disableStore'),
};

async function locked(tx: Transaction, session: Session, id: string) {
  return tx.store.findUniqueOrThrow({ where: { tenantId_id: await lockVisible(tx, session, 'stores', id) } });
}

async function found(client: Queryable, session: Session, id: string): Promise<StoreRow> {
  const [first] = await rowsOf<{ row: StoreRow }>(
    client,
    sql`SELECT ${row} AS row FROM stores c ${joins} WHERE ${byId(session, 'c', id)} AND ${visible(session, 'c')}`,
  );
  if (!first) throw recordMissing();
  return first.row;
}
