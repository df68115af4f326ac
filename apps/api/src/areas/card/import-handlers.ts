import { cards as contract } from '@xyxlx/contracts/card';
import { Refusal, recordMissing } from '../../core/errors.ts';
import { iso, raw, rowsOf, sql } from '../../platform/db/sql.ts';
import { companyBehindSql } from '../../platform/fund/fund.ts';
import { receiveImport } from '../../platform/imports/receive-import.ts';
import { templateFile } from '../../platform/imports/template.ts';
import { hasId, oneOf } from '../../platform/lists/conditions.ts';
import { listOf } from '../../platform/lists/list.ts';
import { queryList } from '../../platform/lists/query-list.ts';
import { byId, visibleInTenant, visibleMerchants } from '../../platform/records/scope.ts';
import type { Handlers } from '../../wire/implement.ts';
import { type CardImport, cardImport } from './import-cards.ts';

const merchantOf = raw(`(c.payload #>> '{params,merchantId}')::uuid`);

/** The files of cards that were imported for units that one may see. */
const imports = listOf(contract.queryCardImport, {
  from: 'jobs',
  alias: 'c',
  ofTenants: true,
  scope: (
    session,
    alias,
  ) => sql`${visibleInTenant(session, alias)} AND c.kind = ${cardImport.kind} AND EXISTS (
    SELECT FROM merchants v WHERE v.tenant_id = c.tenant_id AND v.id = ${merchantOf} AND ${visibleMerchants(session, 'v')})`,
  filters: {
    tenantId: hasId('c.tenant_id'),
    merchantId: (id) => sql`${merchantOf} = ${id}::uuid`,
    state: oneOf('c.state'),
  },
  sort: { createdAt: { column: 'c.created_at', type: 'timestamptz' } },
  usual: ['createdAt', 'desc'],
  row: sql`json_build_object('id', c.id, 'merchant', json_build_object('id', ${merchantOf}, 'name', c.payload #>> '{params,merchantName}'),
    'fileName', coalesce(c.file_name, ''), 'sha256', coalesce(c.file_sha256, ''), 'total', c.total, 'done', c.done, 'failed', c.failed,
    'state', c.state, 'createdAt', ${iso('c.created_at')}, 'createdBy', c.created_by)`,
});

export const cardImportHandlers: Pick<
  Handlers<typeof contract>,
  'importCards' | 'cardTemplate' | 'queryCardImport'
> = {
  importCards: async (call, file) => {
    const { input, session, deps } = call;
    const [found] = await rowsOf<CardImport & { state: string }>(
      deps.database.pool,
      sql`SELECT m.tenant_id AS "tenantId", m.id AS "merchantId", m.name AS "merchantName", m.state,
            ${companyBehindSql(sql`m.tenant_id`, sql`m.id`)} AS "companyId"
          FROM merchants m WHERE ${byId(session, 'm', input.merchantId)} AND ${visibleMerchants(session, 'm')}`,
    );
    if (!found) throw recordMissing();
    const { state, ...params } = found;
    if (state !== 'ACTIVE') throw new Refusal({ zh: '商户不是正常状态', en: 'The merchant is not active' });
    return receiveImport(call, file, cardImport, params);
  },

  cardTemplate: async ({ input, request }) => templateFile(cardImport, input.format, request.language),

  queryCardImport: (call) => queryList(call, imports),
};
