import { useMutation } from '@tanstack/react-query';
import {
  type CalendarLayer,
  calendarKindWords,
  workCalendar as contract,
} from '@xyxlx/contracts/work-calendar';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { acted } from '../../lib/act.ts';
import { api } from '../../lib/api.ts';
import { useLabel } from '../../lib/label.ts';
import type { ShownDay } from './month-days.ts';

interface DayDialogProps {
  shown: ShownDay;
  /** The calendar that is to say it. */
  layer: CalendarLayer;
  onClose(): void;
}

/** What a calendar is to say of a day; mount it to open it. */
export function DayDialog({ shown, layer, onClose }: DayDialogProps) {
  const { t } = useTranslation('work-calendar');
  const label = useLabel();
  const onSuccess = async () => {
    onClose();
    await acted(t('act.done'), api.workCalendar.pathFilter());
  };
  const edit = useMutation(api.workCalendar.editDay.mutationOptions({ onSuccess }));
  const remove = useMutation(api.workCalendar.deleteDay.mutationOptions({ onSuccess }));
  const { day, row, isWorked } = shown;
  const { national } = row;
  const said = layer === 'OWN' ? row.own : national;
  return (
    <FormDialog
      title={day}
      words={
        national
          ? t('day.national', { kind: label(calendarKindWords[national.kind]), name: national.name })
          : t('day.none')
      }
      okText={t('act.save')}
      schema={contract.editDay.input}
      known={{ day, layer }}
      work={edit}
      onClose={onClose}
      fields={(field) => [
        field.choice('kind', t('field.kind'), calendarKindWords, {
          initial: said?.kind ?? (isWorked ? 'OFF' : 'WORK'),
        }),
        field.text('name', t('field.name'), { initial: said?.name }),
        said && (
          <Button key="remove" loading={remove.isPending} onClick={() => remove.mutate({ day, layer })}>
            {t('act.remove')}
          </Button>
        ),
      ]}
    />
  );
}
