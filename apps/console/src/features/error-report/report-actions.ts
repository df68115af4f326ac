import { type ErrorReportRow, errorReportTransitions } from '@xyxlx/contracts/error-report';
import type { TFunction } from 'i18next';
import { byState } from '../../kit/actions/by-state.ts';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { api, client } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';

/** What can be done with a report. */
export function reportActions(t: TFunction<'error-report'>): RecordAction<ErrorReportRow>[] {
  const affects = [api.errorReport.pathFilter(), api.home.pathFilter()];
  return [
    {
      affects,
      ...byState(errorReportTransitions, 'takeErrorReport'),
      label: t('act.take'),
      look: 'primary',
      many: (ids) => client.errorReport.takeErrorReport.mutate({ ids }),
    },
    {
      affects,
      ...byState(errorReportTransitions, 'closeErrorReport'),
      label: t('act.close'),
      ask: { words: t('act.close.words'), reason: 'needed' },
      many: (ids, given) => client.errorReport.closeErrorReport.mutate({ ids, ...given }),
    },
    {
      affects,
      ...byState(errorReportTransitions, 'reopenErrorReport'),
      label: t('act.reopen'),
      ask: { reason: 'needed' },
      many: (ids, given) => client.errorReport.reopenErrorReport.mutate({ ids, ...given }),
    },
    {
      name: 'downloadErrorLog',
      label: t('act.download'),
      done: null,
      one: ({ id }) => downloadFile('errorReport/downloadErrorLog', { id }),
    },
  ];
}
