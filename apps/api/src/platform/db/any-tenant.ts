import { raw } from './sql.ts';

/** All tenants, to be compared with = by the keys of a table: only for what comes without its tenant. */
export const anyTenant = raw('ANY(ARRAY(SELECT t.id FROM tenants t))');
