import { Refusal } from '../../core/errors.ts';
import type { Session } from '../../core/session.ts';

/** What holds for every tenant is changed by platform administrators alone, even if a tenant's own role has the permission. */
export function platformOnly({ scope }: Pick<Session, 'scope'>): void {
  if (scope.all) return;
  throw new Refusal({ zh: '仅平台管理员可操作', en: 'Only a platform administrator may do this' });
}
