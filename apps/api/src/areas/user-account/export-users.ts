import type { Label } from '@xyxlx/contracts/endpoint';
import type { UserState } from '@xyxlx/contracts/user-administration';
import type { userFiles as contract } from '@xyxlx/contracts/user-files';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { raw, sql } from '../../platform/db/sql.ts';
import { moment, personal, typed, worded } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { users } from './users.sql.ts';

const states: Record<UserState, Label> = {
  ACTIVE: { zh: '正常', en: 'Active' },
  DISABLED: { zh: '停用', en: 'Disabled' },
  LOCKED: { zh: '锁定', en: 'Locked' },
  PENDING: { zh: '待确认', en: 'Invited' },
};

/** The users that the list's filters show, masked as there. */
export const userExport: ExportDefinition<z.output<typeof contract.exportUserInfo.input>> = {
  operation: operationOf('userAccount', 'exportUserInfo'),
  title: { zh: '用户', en: 'Users' },
  columns: (language) => [
    typed({ zh: '姓名', en: 'Name' }, 'u.name'),
    personal({ zh: '手机号', en: 'Mobile' }, 'u.mobile'),
    personal({ zh: '邮箱', en: 'E-mail' }, 'u.email'),
    typed({ zh: '公司', en: 'Company' }, 'c.name'),
    typed({ zh: '角色', en: 'Roles' }, 'r.names'),
    worded({ zh: '状态', en: 'State' }, 'u.state', states, language),
    moment({ zh: '最近登录', en: 'Last sign-in' }, 'u.last_login_at'),
    moment({ zh: '创建时间', en: 'Created' }, 'u.created_at'),
  ],
  ...rowsOfList(
    users,
    sql`
      LEFT JOIN companies c ON c.tenant_id = u.tenant_id AND c.id = u.company_id
      CROSS JOIN LATERAL (
        SELECT string_agg(role.name, '、' ORDER BY role.id) AS names FROM roles role
        WHERE role.tenant_id = u.tenant_id AND role.id IN (
          SELECT role_id FROM membership_roles WHERE tenant_id = u.tenant_id AND membership_id = u.id
          UNION ALL SELECT role_id FROM invitation_roles WHERE tenant_id = u.tenant_id AND invitation_id = u.id)) r`,
  ),
  orderBy: raw('u.person DESC'),
};
