/** Personal data as the server masked it (138****0001), in figures of one width; read out without the stars. */
export function MaskedText({ value }: { value: string }) {
  const spoken = value.replace(/\*+/g, '…');
  return (
    <span className="figures">
      <span aria-hidden="true">{value}</span>
      <span className="visually-hidden">{spoken}</span>
    </span>
  );
}
