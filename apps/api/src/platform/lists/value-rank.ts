/** SQL for the place of a column's value among all it can have, in the contract's order; the text itself sorts by the alphabet. */
export function valueRank(column: string, values: readonly string[]): string {
  return `array_position(ARRAY['${values.join("','")}'], ${column})`;
}
