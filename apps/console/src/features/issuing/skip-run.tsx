import { useTranslation } from 'react-i18next';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { RecordActions } from '../../kit/actions/record-actions.tsx';
import { api, client } from '../../lib/api.ts';

interface SkipRunProps {
  planId: string;
  planName: string;
  /** Its own day, which rest days don't move. */
  runOn: string;
}

/** 跳过 of a run that is still to come, with why. */
export function SkipRun({ planId, planName, runOn }: SkipRunProps) {
  const { t } = useTranslation('issuing');
  const skip: RecordAction<{ id: string }> = {
    name: 'skipExecution',
    permission: 'creditlimit.issue',
    label: t('run.skipExecution'),
    ask: { words: t('run.skipExecution.words'), agree: t('run.skipExecution'), reason: 'needed' },
    affects: [api.autoIssue.pathFilter(), api.creditLimit.pathFilter(), api.home.pathFilter()],
    one: (_run, given) => client.autoIssue.skipExecution.mutate({ planId, runOn, ...given }),
  };
  return (
    <RecordActions
      record={{ id: `${planId} ${runOn}` }}
      nameOf={() => `${planName} ${runOn}`}
      actions={[skip]}
      inRow
    />
  );
}
