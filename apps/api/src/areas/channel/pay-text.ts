import { raw, type Sql } from '../../platform/db/sql.ts';

/** SQL for what somebody pays a top-up with: what is behind its QR code; null once there is nothing to pay. */
export function payTextOf(alias: string): Sql {
  return raw(`CASE WHEN ${alias}.state IN ('WAITING', 'PAYING') THEN ${alias}.pay_text END`);
}
