/** A sheet of employees with a few broken rows, to try the check on. */
export function sampleSheet(rows: number): File {
  const lines = ['工号,姓名,手机,额度'];
  for (let row = 1; row <= rows; row += 1) {
    const mobile = row % 997 === 0 ? '12345' : `138${String(row).padStart(8, '0')}`;
    const no = row % 1999 === 0 ? 'E1' : `E${row}`;
    lines.push(`${no},员工${row},${mobile},${(row % 500) + 0.5}`);
  }
  return new File([lines.join('\r\n')], `employees-${rows}.csv`, { type: 'text/csv' });
}
