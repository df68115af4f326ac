import { Select } from 'antd';
import { readYuan, typedYuan } from '../../lib/money.ts';

interface FacesInputProps {
  /** Handed in by the field: fen. */
  id?: string;
  value?: number[] | undefined;
  onChange?(faces: number[]): void;
}

/** Face values, typed in yuan one after another; what is no amount is left out. */
export function FacesInput({ id, value = [], onChange }: FacesInputProps) {
  return (
    <Select
      {...(id !== undefined && { id })}
      mode="tags"
      open={false}
      suffixIcon={null}
      maxCount={20}
      tokenSeparators={[',', '，', '、', ' ']}
      value={value.map(typedYuan)}
      onChange={(typed: string[]) => {
        const faces = typed.map(readYuan).filter((fen) => fen !== undefined && fen > 0) as number[];
        onChange?.([...new Set(faces)].sort((a, b) => a - b));
      }}
    />
  );
}
