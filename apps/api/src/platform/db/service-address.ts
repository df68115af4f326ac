import { refuseStatementPooling, refuseWeakPooler } from '@xyxlx/database/pooler';
import { addressesOf, editAddress } from '@xyxlx/database/servers';
import { checkServiceRole, keepServiceRole } from '@xyxlx/database/service-role';
import { keepSessionLimits } from '@xyxlx/database/session-limits';
import pg from 'pg';
import type { Settings } from '../settings/settings.ts';
import { connectionOptions } from './service-pool.ts';

/** Where the database is: for all that the service does, and for migrations, resets and LISTEN alone. */
export interface DatabaseAddresses {
  service: string;
  owner: string;
  /** A standby's, for reads that may be a moment old. */
  copy?: string | undefined;
}

/**
 * The addresses of a migrated database, whose sessions of the service have their limits: DATABASE_URL is the service's own where it names another role than the owner's,
 * else the service gets a role that is made or kept here. Throws one sentence when that role, or a pooler in between, is not fit for it.
 */
export async function databaseAddresses(
  { databaseUrl, databaseReadUrl, dataKeys, sessionLimits }: Settings,
  owner: string,
): Promise<DatabaseAddresses> {
  // The last key stays for good, so the password outlives a rotation under which old and new replicas work side by side.
  const key = dataKeys.at(-1) ?? dataKeys[0];
  const given = databaseUrl ?? owner;
  const withService = (url: string) =>
    userOf(url) === userOf(owner) ? keepServiceRole(owner, key, url) : url;
  const service = await withService(given);
  await refuseStatementPooling(service);
  await checkServiceRole(service);
  await keepSessionLimits(service, sessionLimits);
  await refuseWeakPooler(asServing(service), sessionLimits);
  return { service, owner, copy: databaseReadUrl && (await withService(databaseReadUrl)) };
}

function userOf(url: string): string | undefined {
  return new pg.Client({ connectionString: addressesOf(url)[0] }).user;
}

/** The address as the service’s own connections begin: a pooler passes on what they ask for. */
function asServing(url: string): string {
  return editAddress(url, ({ searchParams }) => searchParams.set('options', connectionOptions));
}
