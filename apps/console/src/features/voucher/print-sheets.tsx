import { sheetFormats, sheetsOf, type VoucherPaper } from '@xyxlx/contracts/voucher-paper';
import { type CSSProperties, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import styles from './print-sheets.module.css';
import { PrintedSheet, type PrintedVoucher } from './printed-sheet.tsx';

interface PrintSheetsProps {
  vouchers: readonly PrintedVoucher[];
  paper: VoucherPaper;
  /** The browser has printed, or was told not to. */
  onPrinted(): void;
}

/** Lays vouchers out as sheets that only paper shows, and has the browser print them; mount it to print. */
export function PrintSheets({ vouchers, paper, onPrinted }: PrintSheetsProps) {
  const { width, height, perPage } = sheetFormats[paper];
  const printed = useEffectEvent(onPrinted);
  useEffect(() => {
    window.addEventListener('afterprint', printed);
    // Once the browser has laid the sheets out.
    const frame = requestAnimationFrame(() => window.print());
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', printed);
    };
  }, []);
  return createPortal(
    <div
      className={styles.sheets}
      style={{ '--sheet-width': `${width}mm`, '--sheet-height': `${height}mm` } as CSSProperties}
    >
      <style>{`@page { size: ${width}mm ${height * perPage}mm; margin: 0; }`}</style>
      {vouchers.flatMap((voucher) =>
        sheetsOf(voucher.lines).map((sheet) => (
          <PrintedSheet key={`${voucher.id} ${sheet.number}`} voucher={voucher} sheet={sheet} />
        )),
      )}
    </div>,
    document.body,
  );
}
