import type { EmployeeRow } from '@xyxlx/contracts/employee';
import { DetailDrawer } from '../../kit/detail/detail-drawer.tsx';
import { useEmployeeView } from './employee-view.tsx';

interface EmployeeDrawerProps {
  /** Null keeps it closed. */
  id: string | null;
  onEdit(employee: EmployeeRow): void;
  onClose(): void;
}

/** One employee with the limit as it stands, over the list. */
export function EmployeeDrawer({ id, onEdit, onClose }: EmployeeDrawerProps) {
  const view = useEmployeeView(id, onEdit);
  return <DetailDrawer {...view} open={id !== null} size={640} pageOf="employee" onClose={onClose} />;
}
