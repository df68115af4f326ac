import type { AppContract } from '@xyxlx/contracts/contract';
import { spellNames } from '../../platform/records/spell-names.ts';
import type { Area } from '../area.ts';
import { foundEmployees } from './employee.sql.ts';
import { employeeExport } from './employee-export.ts';
import { employee as handlers } from './handlers.ts';
import { employeeImport } from './import-employees.ts';
import { employeeImportHandlers } from './import-handlers.ts';
import { employeeTimelines } from './timeline.ts';

export const employee: Area<AppContract['employee']> = {
  handlers: { ...handlers, ...employeeImportHandlers },
  exports: [employeeExport],
  imports: [employeeImport],
  schedule: [
    {
      name: 'spellEmployees',
      title: { zh: '员工姓名拼音', en: 'Spelling employees’ names' },
      due: { zh: '有姓名尚无拼音时', en: 'When a name has not been spelled' },
      run: (deps) => spellNames(deps, 'employees'),
    },
  ],
  finds: [foundEmployees],
  timelines: employeeTimelines,
  records: {
    employee: { from: 'employees r', fields: ['employeeId'] },
    department: { from: 'departments r', fields: ['departmentId'] },
  },
  steps: {
    undoImport: { zh: '撤销员工导入', en: 'Take an import of employees back' },
    linkUser: { zh: '登录关联员工', en: 'Linked to the user who signed in' },
  },
};
