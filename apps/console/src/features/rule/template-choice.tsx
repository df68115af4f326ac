import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { businessToday } from '../../lib/time.ts';
import styles from './template-choice.module.css';
import { templateNames, templateOf } from './templates.ts';
import type { Written } from './written.ts';

/** The templates, from today on. */
export function TemplateChoice({ onChoose }: { onChoose(start: Written): void }) {
  const { t } = useTranslation('rule');
  const today = businessToday();
  return (
    <fieldset className={styles.templates}>
      <legend>{t('template.words')}</legend>
      {templateNames.map((name) => (
        <Button key={name} onClick={() => onChoose(templateOf(name, today, t))}>
          {t(`template.${name}`)}
        </Button>
      ))}
    </fieldset>
  );
}
