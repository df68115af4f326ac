import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';

interface ChoiceFieldProps<T extends string> {
  /** The filter's name. */
  name: string;
  label: string;
  values: readonly T[];
  wordsOf(value: T): string;
}

/** A filter that takes several of a few values. */
export function ChoiceField<T extends string>({ name, label, values, wordsOf }: ChoiceFieldProps<T>) {
  const { t } = useTranslation('kit');
  return (
    <Form.Item name={name} label={label}>
      <Select
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        placeholder={t('filter.any')}
        options={values.map((value) => ({ value, label: wordsOf(value) }))}
      />
    </Form.Item>
  );
}
