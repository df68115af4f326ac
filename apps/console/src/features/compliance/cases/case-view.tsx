import { ArrowLeftOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RiskCaseDetail } from '@xyxlx/contracts/compliance-case';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadedRecord } from '../../../kit/desk/loaded-record.tsx';
import { api } from '../../../lib/api.ts';
import { CaseBar } from './case-bar.tsx';
import { CaseEvents } from './case-events.tsx';
import { CaseFacts } from './case-facts.tsx';
import { CaseFiles } from './case-files.tsx';
import { CaseReports } from './case-reports.tsx';
import { CaseStory } from './case-story.tsx';
import { CaseVerdict } from './case-verdict.tsx';
import styles from './case-view.module.css';
import { RelatedCases } from './related-cases.tsx';

/** How often an open case is read again, in ms: somebody else may work on it too. */
const readEvery = 20_000;

/** One case as it is worked: what can be done on top, then what was found, whom it is about, and what was done. */
export function CaseView({ id, onLeave }: { id: string; onLeave(): void }) {
  const { t } = useTranslation('compliance/cases');
  const read = useQuery(
    api.compliance.getCase.queryOptions(
      { id },
      { refetchInterval: readEvery, trpc: { context: { background: true } } },
    ),
  );
  useFreshLists(read.data?.version);
  return (
    <div className={styles.view}>
      <Button
        className={styles.back ?? ''}
        type="link"
        icon={<ArrowLeftOutlined aria-hidden />}
        onClick={onLeave}
      >
        {t('desk.back')}
      </Button>
      <LoadedRecord read={read}>{(row) => <Shown row={row} />}</LoadedRecord>
    </div>
  );
}

function Shown({ row }: { row: RiskCaseDetail }) {
  return (
    <>
      <CaseBar row={row} />
      <CaseVerdict row={row} />
      <CaseStory row={row} />
      <CaseFacts row={row} />
      <CaseReports row={row} />
      <CaseFiles row={row} />
      <RelatedCases row={row} />
      <CaseEvents row={row} />
    </>
  );
}

/** A case that turns out to have changed has another place in the lists beside it. */
function useFreshLists(version: number | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (version === undefined) return;
    queryClient.invalidateQueries(api.compliance.queryCase.pathFilter());
  }, [version, queryClient]);
}
