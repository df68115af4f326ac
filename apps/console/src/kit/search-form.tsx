import { Button, Form } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
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
  const inForce = JSON.stringify(values);
  const shown = useRef(inForce);

  useEffect(() => {
    // Effects also run when a kept page comes back into sight; what was typed there stays.
    if (shown.current === inForce) return;
    shown.current = inForce;
    form.resetFields();
  }, [form, inForce]);

  function reset(): void {
    form.setFieldsValue(emptied(form.getFieldsValue()));
    onSearch({} as Values);
  }

  return (
    <search>
      <Form
        form={form}
        initialValues={values}
        layout="vertical"
        className={styles.form ?? ''}
        onFinish={(given) => onSearch(cleaned(given))}
      >
        {children}
        <div className={styles.buttons}>
          <Button type="primary" htmlType="submit">
            {t('search.submit')}
          </Button>
          <Button onClick={reset}>{t('search.reset')}</Button>
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

function emptied(values: object) {
  return Object.fromEntries(Object.keys(values).map((name) => [name, undefined])) as never;
}
