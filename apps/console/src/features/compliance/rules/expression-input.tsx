import type { RiskExpression } from '@xyxlx/contracts/compliance-expression';
import type { RiskAction } from '@xyxlx/contracts/compliance-kinds';
import type { Option } from '@xyxlx/contracts/option';
import { Form } from 'antd';
import { firstExpression } from './editor/parts.ts';
import { PayeesContext } from './editor/payee-names.ts';
import { Preview } from './editor/preview.tsx';
import { SentenceEditor } from './editor/sentence-editor.tsx';
import { usePreview } from './editor/use-preview.ts';
import styles from './rules.module.css';

interface ExpressionInputProps {
  /** Handed in by the field. */
  value?: RiskExpression;
  onChange?(expression: RiskExpression): void;
  /** The merchants that the rule named before it was changed. */
  payees: readonly Option[];
  /** The rule that is changed; a new one has none. */
  ruleId: string | undefined;
}

/** The sentence of a rule, and beside it what it would have found of late. */
export function ExpressionInput({ value = firstExpression, onChange, payees, ruleId }: ExpressionInputProps) {
  const action: RiskAction = Form.useWatch('action') ?? 'ALERT';
  const preview = usePreview(value, action, ruleId);
  const change = (next: RiskExpression) => onChange?.(next);
  return (
    <PayeesContext value={[...payees, ...(preview.data?.payees ?? [])]}>
      <div className={styles.sides}>
        <SentenceEditor expression={value} onChange={change} />
        <Preview preview={preview} expression={value} onChange={change} />
      </div>
    </PayeesContext>
  );
}
