import type { Permission } from '@xyxlx/contracts/permissions';

export type DataScope = 'ALL' | 'TENANT' | 'COMPANY_TREE' | 'MERCHANTS' | 'SELF';

/** The caller of an authenticated request, read fresh from the database. */
export interface Session {
  id: string;
  userId: string;
  userName: string;
  tenantId: string;
  /** Where they belong, when what they handed in is carried out with the approval of somebody of another tenant. */
  homeTenantId?: string;
  membershipId: string;
  companyId: string | null;
  roles: { id: string; code: string; name: string }[];
  permissions: ReadonlySet<Permission>;
  /** All that their roles allow, with or without the tenant's package: they may grant no more, as a larger package would activate it for others too. */
  granted: ReadonlySet<Permission>;
  scope: Visibility;
  /** In fen; null: no ceiling. */
  amountCeiling: number | null;
}

/** What decides over the rows that a caller may see. */
export type Sight = Pick<Session, 'tenantId' | 'scope'>;

/** What the caller's roles let them see, all of them taken together. */
interface Visibility {
  /** Every tenant. */
  all: boolean;
  /** The whole of the own tenant. */
  tenant: boolean;
  /** The own company and those below it. */
  companyIds: string[];
  merchantIds: string[];
}

/** A session's row with what its user, tenant and roles say at this moment. */
export interface SessionState {
  id: string;
  userId: string;
  gen: number;
  confirmedGen: number;
  expiredGen: number;
  rotatedAt: Date;
  lastRefreshAt: Date;
  absoluteExpiresAt: Date;
  revokedAt: Date | null;
  /** Such as `forced`. */
  revokedReason: string | null;
  /** The membership is active and its tenant neither suspended nor expired. */
  admitted: boolean;
  caller: Session;
}
