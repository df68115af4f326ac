import { passwordMaxLength } from '@xyxlx/contracts/text-forms';
import { Field } from '../field.tsx';

interface PasswordFieldProps {
  label: string;
  /** What it says while it is empty, as its problem too once `asked`. */
  required: string;
  value: string;
  onChange(password: string): void;
  asked: boolean;
}

/** The field for the password that one has. */
export function PasswordField({ label, required, value, onChange, asked }: PasswordFieldProps) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="current-password"
      maxLength={passwordMaxLength}
      placeholder={required}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      problem={asked && value === '' ? required : undefined}
    />
  );
}
