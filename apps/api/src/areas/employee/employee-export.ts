import { type employee as contract, employeeStateWords } from '@xyxlx/contracts/employee';
import type { z } from 'zod';
import { operationOf } from '../../core/operation.ts';
import { made, personal, typed, worded, yuan } from '../../platform/exports/column.ts';
import type { ExportDefinition } from '../../platform/exports/export-definition.ts';
import { rowsOfList } from '../../platform/exports/rows-of-list.ts';
import { employees, maskedBirthday } from './employee.sql.ts';

/** The employees of a list, masked. */
export const employeeExport: ExportDefinition<z.output<typeof contract.exportEmployee.input>> = {
  operation: operationOf('employee', 'exportEmployee'),
  title: { zh: '员工', en: 'Employees' },
  columns: (language) => [
    typed({ zh: '商户', en: 'Merchant' }, 'm.name'),
    made({ zh: '工号', en: 'Employee no.' }, 'c.employee_no'),
    typed({ zh: '姓名', en: 'Name' }, 'c.name'),
    personal({ zh: '手机', en: 'Mobile' }, 'c.mobile'),
    personal({ zh: '邮箱', en: 'E-mail' }, 'c.email'),
    typed({ zh: '部门', en: 'Department' }, 'd.name'),
    typed({ zh: '标签', en: 'Labels' }, "array_to_string(c.labels, '、')"),
    typed({ zh: '职级', en: 'Grade' }, 'c.grade'),
    worded({ zh: '状态', en: 'State' }, 'c.state', employeeStateWords, language),
    made({ zh: '生日', en: 'Birthday' }, maskedBirthday),
    made({ zh: '入职日期', en: 'Hired on' }, 'c.hired_on::text'),
    yuan({ zh: '总额度（元）', en: 'Total limit (yuan)' }, 'coalesce(l.total, 0)'),
    yuan({ zh: '可用额度（元）', en: 'Available (yuan)' }, 'coalesce(l.available, 0)'),
    yuan({ zh: '冻结额度（元）', en: 'Locked (yuan)' }, 'coalesce(l.locked, 0)'),
    yuan({ zh: '已用额度（元）', en: 'Used (yuan)' }, 'coalesce(l.used, 0)'),
  ],
  ...rowsOfList(employees),
};
