import { restDayWords, type Schedule, type ScheduleType, schedule } from '@xyxlx/contracts/issue-schedule';
import { weekdayWords } from '@xyxlx/contracts/rule-condition';
import { Form, InputNumber, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { enumOptions } from '../../kit/filters/enum-options.ts';
import { FieldItem } from '../../kit/form/field-item.tsx';
import { TimeField } from '../../kit/form/time-field.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { useLabel } from '../../lib/label.ts';
import { FestivalFields } from './festival-fields.tsx';
import styles from './issuing.module.css';

interface ScheduleFieldsProps {
  type: ScheduleType;
  initial: Record<string, unknown>;
}

/** When a plan runs, in the field `schedule` of the form around: what its type asks for. */
export function ScheduleFields({ type, initial }: ScheduleFieldsProps) {
  const { t } = useTranslation('issuing');
  const label = useLabel();
  const shape = shapeOf(type);
  const begun = (name: string) => (initial[name] === undefined ? {} : { initial: initial[name] });
  return (
    <>
      <Form.Item name={['schedule', 'type']} initialValue={type} hidden>
        <TextInput />
      </Form.Item>
      {type === 'HIRE' && <HireFields initial={initial.on as HireOn | undefined} />}
      {type === 'FESTIVAL' && <FestivalFields initial={initial.festivals} />}
      <div className={styles.row}>
        {shape.weekday && (
          <FieldItem
            path={['schedule', 'weekday']}
            label={t('schedule.weekday')}
            schema={shape.weekday}
            kind="choice"
            {...begun('weekday')}
          >
            {() => (
              <Select
                options={Object.entries(weekdayWords).map(([day, words]) => ({
                  value: Number(day),
                  label: label(words),
                }))}
              />
            )}
          </FieldItem>
        )}
        {shape.day && (
          <FieldItem
            path={['schedule', 'day']}
            label={t('schedule.day')}
            schema={shape.day}
            kind="number"
            extra={t('schedule.day.hint')}
            {...begun('day')}
          >
            {() => <InputNumber min={1} max={31} precision={0} style={{ width: '100%' }} />}
          </FieldItem>
        )}
        {shape.lead && (
          <FieldItem
            path={['schedule', 'lead']}
            label={t('schedule.lead')}
            schema={shape.lead}
            kind="number"
            initial={initial.lead ?? 0}
          >
            {() => <InputNumber min={0} max={30} precision={0} style={{ width: '100%' }} />}
          </FieldItem>
        )}
        <FieldItem
          path={['schedule', 'time']}
          label={t('schedule.time')}
          schema={shape.time as z.ZodType}
          initial={initial.time ?? '00:10'}
        >
          {() => <TimeField />}
        </FieldItem>
        {shape.restDay && (
          <FieldItem
            path={['schedule', 'restDay']}
            label={t('schedule.restDay')}
            schema={shape.restDay}
            kind="choice"
            initial={initial.restDay ?? 'AS_IS'}
          >
            {() => <Select options={enumOptions(restDayWords)} />}
          </FieldItem>
        )}
      </div>
    </>
  );
}

type HireOn = Extract<Schedule, { type: 'HIRE' }>['on'];

const occasions = ['FIRST', 'ANNIVERSARY'] as const satisfies readonly HireOn['occasion'][];
const daysAfter = z.int().min(0).max(365);

function HireFields({ initial }: { initial: HireOn | undefined }) {
  const { t } = useTranslation('issuing');
  const form = Form.useFormInstance();
  const occasion: HireOn['occasion'] =
    Form.useWatch(['schedule', 'on', 'occasion']) ?? initial?.occasion ?? 'FIRST';
  return (
    <>
      <FieldItem
        path={['schedule', 'on', 'occasion']}
        label={t('schedule.occasion')}
        schema={z.enum(occasions)}
        kind="choice"
        initial={initial?.occasion ?? 'FIRST'}
      >
        {() => (
          <Radio.Group
            options={occasions.map((value) => ({ value, label: t(`schedule.${value}`) }))}
            onChange={({ target }) => form.setFieldValue(['schedule', 'on'], { occasion: target.value })}
          />
        )}
      </FieldItem>
      {occasion === 'FIRST' && (
        <FieldItem
          path={['schedule', 'on', 'days']}
          label={t('schedule.days')}
          schema={daysAfter}
          kind="number"
          initial={initial?.occasion === 'FIRST' ? initial.days : 0}
        >
          {() => <InputNumber min={0} max={365} precision={0} style={{ width: '100%' }} />}
        </FieldItem>
      )}
    </>
  );
}

/** What a type asks for, by the contract. */
function shapeOf(type: ScheduleType): Record<string, z.ZodType> {
  const found = schedule.options.find(({ shape }) => shape.type.safeParse(type).success);
  return found?.shape ?? {};
}
