import { sql } from '../../platform/db/sql.ts';
import type { Area } from '../area.ts';

/** When an employee was entered, one by one or from a file. */
export const employeeTimelines: NonNullable<Area['timelines']> = {
  employee: [
    {
      kind: 'RECORD',
      from: ({ tenantId, id }) =>
        sql`employees c WHERE c.tenant_id = ${tenantId}::uuid AND c.id = ${id}::uuid`,
      at: 'c.created_at',
      tie: 'c.id',
      select: { by: 'c.created_by', word: 'c.import_job_id' },
      tell: ({ word: jobId }) => ({
        title: jobId ? { zh: '由文件导入', en: 'Imported from a file' } : { zh: '新增员工', en: 'Added' },
      }),
    },
  ],
};
