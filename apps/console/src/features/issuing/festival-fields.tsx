import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { festival } from '@xyxlx/contracts/issue-schedule';
import { Button, Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FieldItem } from '../../kit/form/field-item.tsx';
import { TextInput } from '../../kit/text-input.ts';
import { api } from '../../lib/api.ts';
import { businessToday } from '../../lib/time.ts';
import styles from './issuing.module.css';

const [ofCalendar, ofDay] = festival.options;
const ways = ['CALENDAR', 'DAY'] as const;
/** A plan has so many at most. */
const most = 20;

/** The festivals of a plan: named blocks of days off in the work calendar, or days of each year. */
export function FestivalFields({ initial }: { initial: unknown }) {
  const { t } = useTranslation('issuing');
  return (
    <Form.List
      name={['schedule', 'festivals']}
      initialValue={Array.isArray(initial) ? initial : [{ by: 'CALENDAR' }]}
    >
      {(lines, { add, remove }) => (
        <div className={styles.lines}>
          {lines.map(({ key, name }) => (
            <div key={key} className={styles.festival}>
              <FestivalLine at={name} />
              <Button
                type="text"
                icon={<CloseOutlined />}
                aria-label={t('festival.remove', { n: name + 1 })}
                disabled={lines.length === 1}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <div style={{ marginBottom: 16 }}>
            <Button
              icon={<PlusOutlined />}
              disabled={lines.length >= most}
              onClick={() => add({ by: 'CALENDAR' })}
            >
              {t('festival.add')}
            </Button>
          </div>
        </div>
      )}
    </Form.List>
  );
}

function FestivalLine({ at }: { at: number }) {
  const { t } = useTranslation('issuing');
  const form = Form.useFormInstance();
  const path = ['schedule', 'festivals', at] as const;
  const by: (typeof ways)[number] = Form.useWatch([...path, 'by']) ?? 'CALENDAR';
  const names = useFestivals();
  return (
    <>
      <FieldItem
        path={[...path, 'by']}
        listDepth={2}
        label={t('festival.by')}
        schema={z.enum(ways)}
        kind="choice"
      >
        {() => (
          <Select
            options={ways.map((value) => ({ value, label: t(`festival.${value}`) }))}
            onChange={(next) => form.setFieldValue([...path], { by: next })}
          />
        )}
      </FieldItem>
      <FieldItem
        key={by}
        path={[...path, 'name']}
        listDepth={2}
        label={t('festival.name')}
        schema={ofCalendar.shape.name}
        kind={by === 'CALENDAR' ? 'choice' : 'text'}
      >
        {({ maxLength }) =>
          by === 'CALENDAR' ? (
            <Select options={names.map((value) => ({ value, label: value }))} />
          ) : (
            <TextInput {...(maxLength !== undefined && { maxLength })} />
          )
        }
      </FieldItem>
      {by === 'DAY' && (
        <FieldItem path={[...path, 'day']} listDepth={2} label={t('festival.day')} schema={ofDay.shape.day}>
          {() => <TextInput placeholder="06-01" maxLength={5} className="figures" />}
        </FieldItem>
      )}
    </>
  );
}

/** What the work calendar calls the days off of this year and the next. */
function useFestivals(): string[] {
  const year = Number(businessToday().slice(0, 4));
  const options = { staleTime: 60_000, trpc: { context: { background: true } } } as const;
  const now = useQuery(api.workCalendar.queryDay.queryOptions({ year }, options));
  const next = useQuery(api.workCalendar.queryDay.queryOptions({ year: year + 1 }, options));
  const days = [...(now.data?.days ?? []), ...(next.data?.days ?? [])];
  const names = days.flatMap(({ national, own }) =>
    [national, own].flatMap((said) => (said?.kind === 'OFF' ? said.name : [])),
  );
  return [...new Set(names)];
}
