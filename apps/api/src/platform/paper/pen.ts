/** What sheets are drawn with: a document whose unit is the mm. */
export type Pen = PDFKit.PDFDocument;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Of the letters, in mm; a text that doesn't fit becomes smaller, down to two thirds, and is cut there. */
  size: number;
  align?: 'left' | 'center' | 'right';
  /** Between letters. */
  spacing?: number;
  /** Left free at both sides. */
  padding?: number;
}

/** The height of a line of letters of height 1. */
const leading = 1.25;

/** Writes into the middle of a box, in as many lines as it takes. */
export function textIn(
  pen: Pen,
  text: string,
  { padding = 0.8, align = 'left', spacing = 0, ...box }: Box,
): void {
  if (text === '') return;
  const width = box.width - 2 * padding;
  if (text.length === 1 && align === 'center') {
    // Most of a sheet is single digits: they need no breaking of lines.
    pen.fontSize(box.size);
    const at = box.x + (box.width - pen.widthOfString(text)) / 2;
    pen.text(text, at, box.y + box.height / 2, { lineBreak: false, baseline: 'middle' });
    return;
  }
  let lines = linesIn(pen.fontSize(box.size), text, width, spacing);
  let size = box.size;
  for (; lines.length * size * leading > box.height && size > (box.size * 2) / 3; ) {
    size -= 0.2;
    lines = linesIn(pen.fontSize(size), text, width, spacing);
  }
  const most = Math.max(1, Math.floor(box.height / (size * leading)));
  const shown = lines.slice(0, most);
  if (lines.length > most) shown[most - 1] = `${shown[most - 1]?.slice(0, -1)}…`;
  const top = box.y + box.height / 2 - ((shown.length - 1) / 2) * size * leading;
  shown.forEach((line, at) => {
    const free = width - pen.widthOfString(line, { characterSpacing: spacing });
    const x = box.x + padding + (align === 'left' ? 0 : align === 'right' ? free : free / 2);
    pen.text(line, x, top + at * size * leading, {
      lineBreak: false,
      baseline: 'middle',
      characterSpacing: spacing,
    });
  });
}

/** A text cut where a line is full; Chinese may be cut anywhere. */
function linesIn(pen: Pen, text: string, width: number, characterSpacing: number): string[] {
  const lines = [''];
  let used = 0;
  for (const letter of text) {
    const wide = pen.widthOfString(letter) + characterSpacing;
    if (used + wide > width && used > 0) {
      lines.push('');
      used = 0;
    }
    lines[lines.length - 1] += letter;
    used += wide;
  }
  return lines;
}

/** Lines of one thickness, each from a point to another. */
export function ruled(pen: Pen, thickness: number, ...lines: [number, number, number, number][]): void {
  for (const [fromX, fromY, toX, toY] of lines) pen.moveTo(fromX, fromY).lineTo(toX, toY);
  pen.lineWidth(thickness).strokeColor('#555').stroke();
}
