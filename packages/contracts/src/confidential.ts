import type { Permission } from './permissions.ts';

/** 不得泄密: what is told to nobody without this permission, and never to those whom it is about. */
export const confidential = {
  permission: 'compliance.view',
  /** The area whose rows of the operation log are so. */
  module: 'compliance',
  /** The kinds of approval. */
  approvals: ['riskRule', 'riskList', 'caseClosure', 'complianceUnfreeze', 'suspiciousReport'],
} as const satisfies { permission: Permission; module: string; approvals: readonly string[] };
