import type { AppContract } from '@xyxlx/contracts/contract';
import type { Area } from '../area.ts';
import { role as handlers } from './handlers.ts';

export const role: Area<AppContract['role']> = {
  handlers,
  records: { role: { from: 'roles r', fields: ['roleId', 'roleIds'] } },
  steps: { keepBuiltInRoles: { zh: '版本更新内置角色', en: 'Built-in role of a new release' } },
};
