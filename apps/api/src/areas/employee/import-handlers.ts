import type { employeeImport as contract } from '@xyxlx/contracts/employee';
import type { MerchantState } from '@xyxlx/contracts/merchant';
import { recordMissing } from '../../core/errors.ts';
import { rowsOf, sql } from '../../platform/db/sql.ts';
import { receiveImport } from '../../platform/imports/receive-import.ts';
import { templateFile } from '../../platform/imports/template.ts';
import { byId, visibleMerchants } from '../../platform/records/scope.ts';
import type { Handlers } from '../../wire/implement.ts';
import { employeeImport as definition, type EmployeeImport } from './import-employees.ts';
import { refuseNewEmployees } from './write-employee.ts';

export const employeeImportHandlers: Handlers<typeof contract> = {
  importEmployee: async (call, file) => {
    const { input, session, deps } = call;
    const [found] = await rowsOf<EmployeeImport & { state: MerchantState }>(
      deps.database.pool,
      sql`SELECT m.tenant_id AS "tenantId", m.id AS "merchantId", m.name AS "merchantName", m.state
          FROM merchants m WHERE ${byId(session, 'm', input.merchantId)} AND ${visibleMerchants(session, 'm')}`,
    );
    if (!found) throw recordMissing();
    const { state, ...params } = found;
    refuseNewEmployees(state);
    return receiveImport(call, file, definition, params);
  },

  importTemplate: async ({ input, request }) => templateFile(definition, input.format, request.language),
};
