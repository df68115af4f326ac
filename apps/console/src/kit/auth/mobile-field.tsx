import { mobileForm } from '@xyxlx/contracts/text-forms';
import { Field } from '../field.tsx';

interface MobileFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange(mobile: string): void;
  problem: string | undefined;
  /** What the browser may fill in: what one signs in with, or nothing where it is a new one. */
  autoComplete: 'username' | 'off';
  autoFocus?: boolean;
}

/** The field for a mobile number or e-mail address that one signs in with. */
export function MobileField({ onChange, ...field }: MobileFieldProps) {
  return (
    <Field
      name="mobile"
      maxLength={mobileForm.maxLength}
      onChange={(event) => onChange(event.target.value)}
      {...field}
    />
  );
}
