import { LeftOutlined, RightOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { type CalendarLayer, calendarLayers, calendarLayerWords } from '@xyxlx/contracts/work-calendar';
import { Alert, Button, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ImportWizard } from '../../kit/import/import-wizard.tsx';
import { newImport, useOpenImport } from '../../kit/import/use-open-import.ts';
import { Page } from '../../kit/page.tsx';
import { api } from '../../lib/api.ts';
import { downloadFile } from '../../lib/files.ts';
import { useLabel } from '../../lib/label.ts';
import { useCan, useSeesTenants } from '../../lib/me.ts';
import { queryClient } from '../../lib/query-client.ts';
import { businessToday } from '../../lib/time.ts';
import styles from './calendar.module.css';
import { DayDialog } from './day-dialog.tsx';
import type { ShownDay } from './month-days.ts';
import { MonthTable } from './month-table.tsx';

/** 工作日历: a year at a glance; a press on a day says what it is to be, a file publishes a whole year. */
export function Component() {
  const { t } = useTranslation('work-calendar');
  const label = useLabel();
  const [search, setSearch] = useSearchParams();
  const [, openImport] = useOpenImport();
  const [chosen, setChosen] = useState<ShownDay | null>(null);
  const mayEdit = useCan()('creditlimit.calendar');
  const mayNational = useSeesTenants() && mayEdit;
  const layer: CalendarLayer = mayNational && search.get('layer') === 'NATIONAL' ? 'NATIONAL' : 'OWN';
  const today = businessToday();
  const year = Number(/^20\d\d$/.exec(search.get('year') ?? '')?.[0] ?? today.slice(0, 4));
  const { data } = useQuery(api.workCalendar.queryDay.queryOptions({ year }));
  const said = new Map(data?.days.map((row) => [row.day, row]));
  const ask = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    next.set(name, value);
    setSearch(next, { replace: true });
  };
  const title = t(layer === 'OWN' ? 'import.title' : 'import.titleNational');
  return (
    <Page
      title={t('page.title')}
      lead={t('page.lead')}
      actions={
        mayEdit && (
          <Button icon={<UploadOutlined />} onClick={() => openImport(newImport)}>
            {t(layer === 'OWN' ? 'act.import' : 'act.importNational')}
          </Button>
        )
      }
    >
      <div className={styles.head}>
        <div className={styles.year}>
          <Button
            type="text"
            aria-label={t('year.before')}
            icon={<LeftOutlined />}
            onClick={() => ask('year', String(year - 1))}
          />
          <strong className="figures">{year}</strong>
          <Button
            type="text"
            aria-label={t('year.after')}
            icon={<RightOutlined />}
            onClick={() => ask('year', String(year + 1))}
          />
        </div>
        {mayNational && (
          <Segmented
            aria-label={t('field.layer')}
            value={layer}
            options={calendarLayers.map((value) => ({ value, label: label(calendarLayerWords[value]) }))}
            onChange={(value) => ask('layer', value)}
          />
        )}
        <ul className={styles.legend}>
          <li data-kind="OFF">{t('legend.off')}</li>
          <li data-kind="WORK">{t('legend.work')}</li>
          <li data-own>{t('legend.own')}</li>
        </ul>
      </div>
      {data?.isPublished === false && (
        <Alert type="warning" showIcon title={t('year.unpublished', { year })} />
      )}
      {data ? (
        <div className={styles.months}>
          {Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`).map(
            (month) => (
              <section key={month} className={styles.card}>
                <MonthTable month={month} said={said} onDay={mayEdit ? setChosen : undefined} />
              </section>
            ),
          )}
        </div>
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
      {chosen && <DayDialog shown={chosen} layer={layer} onClose={() => setChosen(null)} />}
      {mayEdit && (
        <ImportWizard
          title={title}
          path="workCalendar/importDay"
          fields={{ layer }}
          maxMb={20}
          onTemplate={() => downloadFile('workCalendar/dayTemplate', { format: 'xlsx' })}
          hints={[t('import.hint')]}
          onImported={() => queryClient.invalidateQueries(api.workCalendar.pathFilter())}
        />
      )}
    </Page>
  );
}
