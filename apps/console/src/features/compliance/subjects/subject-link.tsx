import type { RiskSubject } from '@xyxlx/contracts/compliance-kinds';
import { paths } from '@xyxlx/contracts/paths';
import type { Permission } from '@xyxlx/contracts/permissions';
import { Link } from 'react-router';
import { useCan } from '../../../lib/me.ts';

const homes: Record<RiskSubject, { path: string; permission: Permission }> = {
  EMPLOYEE: { path: paths.employees, permission: 'employee.view' },
  CARD: { path: paths.card, permission: 'card.view' },
  PAYEE: { path: paths.merchant, permission: 'merchant.view' },
  MERCHANT: { path: paths.merchant, permission: 'merchant.view' },
  COMPANY: { path: paths.company, permission: 'company.view' },
  OPERATOR: { path: paths.user, permission: 'user.view' },
};

interface SubjectLinkProps {
  type: RiskSubject;
  id: string;
  name: string;
}

/** Whom or what compliance looks at, by name; a link to where they are kept, for whoever may look there. */
export function SubjectLink({ type, id, name }: SubjectLinkProps) {
  const { path, permission } = homes[type];
  return useCan()(permission) ? <Link to={`${path}?open=${id}`}>{name}</Link> : name;
}
