import { connect } from '@xyxlx/database/connect';
import type { TestApi } from './test-api.ts';

interface Setting {
  tenantId: string;
  validFrom: Date;
  personalShare: 'DIRECT' | 'THROUGH_US';
  /** The tax in fees; 600 where nothing is said. */
  vatBps?: number;
}

/** Keeps a tenant's books in this way from a moment on, as if it had been approved long before. */
export async function setBooks(
  { databaseUrl }: TestApi,
  { tenantId, validFrom, personalShare, vatBps = 600 }: Setting,
): Promise<void> {
  const owner = await connect(databaseUrl);
  await owner.query(`SET session_replication_role = 'replica'`);
  await owner.query(
    `INSERT INTO ledger_settings (tenant_id, valid_from, personal_share, vat_bps, voucher_style) VALUES ($1, $2, $3, $4, 'ONE')`,
    [tenantId, validFrom, personalShare, vatBps],
  );
  await owner.end();
}
