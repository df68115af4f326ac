import { Refusal, recordMissing } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { isWithin } from './rank.ts';

/** The roles to give, each once: they must be of the tenant, and none may allow more than the caller may do. */
export async function rolesFor(
  tx: Transaction,
  session: Session,
  tenantId: string,
  roleIds: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(roleIds)];
  const roles = await tx.role.findMany({ where: { tenantId, id: { in: wanted } } });
  if (roles.length !== wanted.length) throw recordMissing();
  const above = roles.find((role) => !isWithin(session, role));
  if (above) throw roleAbove(above.name);
  return wanted;
}

export function roleAbove(name: string): Refusal {
  return new Refusal({
    zh: `角色“${name}”的权限高于您，不能授予或收回`,
    en: `The role “${name}” may do more than you, so you can neither give nor take it`,
  });
}

/** The company to put a user in: of the tenant, and one that the caller sees. */
export async function companyFor(
  tx: Transaction,
  { scope }: Session,
  tenantId: string,
  companyId: string | null,
): Promise<string | null> {
  const seesAll = scope.all || scope.tenant;
  if (companyId === null) {
    if (seesAll) return null;
    throw new Refusal({ zh: '请选择公司', en: 'Choose a company' });
  }
  const company = await tx.company.findFirst({ where: { tenantId, id: companyId } });
  if (!company || !(seesAll || scope.companyIds.includes(companyId))) throw recordMissing();
  return companyId;
}
