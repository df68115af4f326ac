import type { AttachmentType } from '@xyxlx/contracts/attachment';
import { isWholeJpeg, isWholePng, isWholeWebp } from '../images/image-format.ts';

/** So far from its end a pdf may go on after the mark that ends it: readers take line ends and signatures' padding there. */
const tail = 1024;

/** What a file is by its bytes, from the first to the last; null for anything else than what may be attached. */
export function mediaTypeOf(file: Buffer): AttachmentType | null {
  if (isWholePng(file)) return 'image/png';
  if (isWholeJpeg(file)) return 'image/jpeg';
  if (isWholeWebp(file)) return 'image/webp';
  return isPdf(file) ? 'application/pdf' : null;
}

function isPdf(file: Buffer): boolean {
  return (
    /^%PDF-[12]\.\d/.test(file.toString('latin1', 0, 8)) &&
    file.toString('latin1', Math.max(0, file.length - tail)).includes('%%EOF')
  );
}
