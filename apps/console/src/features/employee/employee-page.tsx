import type { EmployeeRow } from '@xyxlx/contracts/employee';
import { paths } from '@xyxlx/contracts/paths';
import { lazy, Suspense, useState } from 'react';
import { RecordPage } from '../../kit/detail/record-page.tsx';
import { useRecordId } from '../../kit/detail/use-record-id.ts';
import { useEmployeeView } from './employee-view.tsx';

const EmployeeForm = lazy(async () => ({ default: (await import('./employee-form.tsx')).EmployeeForm }));

/** An employee on a page of their own, with all that touched them. */
export function Component() {
  const id = useRecordId();
  const [edited, setEdited] = useState<EmployeeRow | null>(null);
  const view = useEmployeeView(id, setEdited);
  return (
    <>
      <RecordPage {...view} kind="employee" id={id} list={paths.employees} />
      <Suspense>
        {edited && (
          <EmployeeForm employee={edited} merchantId={edited.merchant.id} onClose={() => setEdited(null)} />
        )}
      </Suspense>
    </>
  );
}
