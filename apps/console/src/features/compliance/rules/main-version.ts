import type { RiskRuleState } from '@xyxlx/contracts/compliance-kinds';

/** What a rule is known by: the version that is enabled, else the newest one. */
export function mainVersion<Version extends { state: RiskRuleState }>(versions: readonly Version[]): Version {
  const found = versions.find(({ state }) => state === 'ENABLED') ?? versions[0];
  if (!found) throw new Error('A rule has a version');
  return found;
}
