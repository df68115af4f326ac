import { paths } from '@xyxlx/contracts/paths';
import { generatePath, useNavigate } from 'react-router';
import { RecordPage } from '../../kit/detail/record-page.tsx';
import { useRecordId } from '../../kit/detail/use-record-id.ts';
import { useBillView } from './record/bill-view.tsx';

/** A bill on its own page, with all that touched it. */
export function Component() {
  const id = useRecordId();
  const navigate = useNavigate();
  const view = useBillView(id, (other) => navigate(generatePath(paths.billPage, { id: other })));
  return <RecordPage {...view} kind="bill" id={id} numberOf={({ billNo }) => billNo} list={paths.bill} />;
}
