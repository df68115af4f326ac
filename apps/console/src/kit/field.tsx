import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import styles from './field.module.css';

interface Words {
  label: string;
  /** What is wrong with the value, shown below and read out. */
  problem?: string | undefined;
}

type FieldProps = Words & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'>;
type TextAreaProps = Words & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'>;

/** A labelled text input for pages that load without antd. */
export function Field({ label, problem, ...input }: FieldProps) {
  return (
    <Labelled label={label} problem={problem}>
      {(links) => <input {...links} className={styles.input} {...input} />}
    </Labelled>
  );
}

/** The same for a text of several lines. */
export function TextArea({ label, problem, ...area }: TextAreaProps) {
  return (
    <Labelled label={label} problem={problem}>
      {(links) => <textarea {...links} className={`${styles.input} ${styles.area}`} {...area} />}
    </Labelled>
  );
}

interface LabelledProps extends Words {
  /** The input, with what ties it to its label and to what is wrong. */
  children(links: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }): ReactNode;
}

function Labelled({ label, problem, children }: LabelledProps) {
  const id = useId();
  const isWrong = problem !== undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': isWrong,
        'aria-describedby': isWrong ? `${id}-problem` : undefined,
      })}
      {isWrong && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
