import { Button, Form } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './search-form.module.css';

interface SearchFormProps<Values extends object> {
  /** The filters in force; the fields follow when they change. */
  values: Values;
  onSearch(values: Values): void;
  /** The fields: `Form.Item`s named after the filters. */
  children: ReactNode;
}

/** The filters above a list; nothing is asked for before the search button or Enter. */
export function SearchForm<Values extends object>({ values, onSearch, children }: SearchFormProps<Values>) {
  const { t } = useTranslation('kit');
  const [form] = Form.useForm<Values>();

  useEffect(() => {
    form.resetFields();
    form.setFieldsValue(values as Parameters<typeof form.setFieldsValue>[0]);
  }, [form, values]);

  return (
    <search>
      <Form
        form={form}
        layout="vertical"
        className={styles.form ?? ''}
        onFinish={(given) => onSearch(cleaned(given))}
      >
        {children}
        <div className={styles.buttons}>
          <Button type="primary" htmlType="submit">
            {t('search.submit')}
          </Button>
          <Button onClick={() => onSearch({} as Values)}>{t('search.reset')}</Button>
        </div>
      </Form>
    </search>
  );
}

// An emptied field means no filter, not a filter for nothing.
function cleaned<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  const kept = entries.filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && !value.length),
  );
  return Object.fromEntries(kept);
}
