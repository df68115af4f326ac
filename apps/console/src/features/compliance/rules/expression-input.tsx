import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import type { RiskAction } from '@xyxlx/contracts/compliance-kinds';
import { Form } from 'antd';
import { firstExpression } from './editor/parts.ts';
import { Preview } from './editor/preview.tsx';
import { SentenceEditor } from './editor/sentence-editor.tsx';
import styles from './rules.module.css';

interface ExpressionInputProps {
  /** Handed in by the field. */
  value?: RiskExpression;
  onChange?(expression: RiskExpression): void;
}

/** The sentence of a rule, and beside it what it would have found of late. */
export function ExpressionInput({ value = firstExpression, onChange }: ExpressionInputProps) {
  const action: RiskAction = Form.useWatch('action') ?? 'ALERT';
  const change = (next: RiskExpression) => onChange?.(next);
  return (
    <div className={styles.sides}>
      <SentenceEditor expression={value} onChange={change} />
      <Preview expression={value} action={action} onChange={change} />
    </div>
  );
}
