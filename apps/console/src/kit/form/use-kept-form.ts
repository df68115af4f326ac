import type { FormInstance } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { forgetForm, formKey, keptForm, watchForm } from '../../lib/kept-forms.ts';

interface KeptFormOptions {
  /** Of the form's element. */
  id: string;
  title?: string | undefined;
  fields: readonly string[];
  recordId: string | undefined;
  onTouched?: (() => void) | undefined;
}

/** Keeps what is typed into a form when the session ends, and puts it back when the form is open again. */
export function useKeptForm(
  form: FormInstance,
  { id, title = '', fields, recordId, ...options }: KeptFormOptions,
) {
  const [key] = useState(() => formKey(fields, recordId));
  const [isRestored, setRestored] = useState(false);
  const restored = useRef<readonly string[]>([]);

  const restore = useEffectEvent(() => {
    const kept = keptForm(key);
    if (!kept) return;
    form.setFieldsValue(kept.values);
    restored.current = Object.keys(kept.values);
    setRestored(true);
    forgetForm(key);
    options.onTouched?.();
  });

  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    restore();
    // Fields that nobody touched come from the record, which may be another one by then.
    const read = () => {
      const typed = Object.entries(form.getFieldsValue(true) as object).filter(
        ([name]) => restored.current.includes(name) || form.isFieldTouched(name),
      );
      return typed.length > 0 ? Object.fromEntries(typed) : null;
    };
    return watchForm(key, { title, element, read });
  }, [form, id, key, title]);

  return {
    isRestored,
    discard: () => {
      form.resetFields();
      restored.current = [];
      setRestored(false);
    },
  };
}
