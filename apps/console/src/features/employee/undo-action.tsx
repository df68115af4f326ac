import type { AdjustmentRow } from '@xyxlx/contracts/limit';
import type { TFunction } from 'i18next';
import { lazy } from 'react';
import type { RecordAction } from '../../kit/actions/record-action.ts';
import { client } from '../../lib/api.ts';
import { yuanText } from '../../lib/money.ts';
import { employeeAreas } from './changed.ts';

const UndoForecast = lazy(async () => ({ default: (await import('./undo-forecast.tsx')).UndoForecast }));

/** Takes one adjustment back. */
export function undoAction(t: TFunction<'employee'>): RecordAction<AdjustmentRow> {
  return {
    name: 'undoAdjustment',
    label: t('undo.action'),
    permission: 'limit.adjust',
    look: 'danger',
    ask: {
      title: () => t('undo.title'),
      words: ({ deltaLimit }) => t('undo.words', { amount: yuanText(Math.abs(deltaLimit)) }),
      reason: 'needed',
      forecast: (adjustment) => <UndoForecast adjustment={adjustment} />,
    },
    one: ({ id }, given, call) => client.limit.undoAdjustment.mutate({ id, ...given }, call),
    done: t('undo.done'),
    affects: employeeAreas(),
  };
}
