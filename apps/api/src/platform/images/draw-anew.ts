import type { Label } from '@xyxlx/contracts/endpoint';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { InvalidInput } from '../../core/errors.ts';
import { isWholeImage } from './image-format.ts';

/** Pictures are kept as squares of so many pixels, but where their kind has a size of its own. */
const square = { width: 256, height: 256 };
/** A small file can unpack to a huge picture. */
const maxPixels = 50_000_000;

const encodeOneAtATime = pLimit(1);

/** What a picture is called, its size in pixels, and how one of another shape gets it: cut, or with its edges see-through. */
interface Kind {
  name: Label;
  fit: 'cover' | 'contain';
  size?: { width: number; height: number };
}

/** The picture of a png, jpeg or webp file as a webp of one size: anything else in the file is gone. Throws 400. */
export async function drawAnew(
  file: Buffer,
  { name, fit, size = square }: Kind,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!isWholeImage(file)) throw notAnImage(name);
  try {
    const drawn = await encodeOneAtATime(() =>
      sharp(file, { limitInputPixels: maxPixels, failOn: 'error' })
        .autoOrient()
        .resize({ ...size, fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .webp({ quality: 82 })
        .toBuffer(),
    );
    return new Uint8Array(drawn);
  } catch {
    // A file that the decoder refuses is the sender's fault.
    throw notAnImage(name);
  }
}

function notAnImage({ zh, en }: Label): InvalidInput {
  const message = {
    zh: `${zh}须为完整的 png、jpeg 或 webp 图片`,
    en: `A ${en} must be a whole png, jpeg or webp picture`,
  };
  return new InvalidInput([{ path: 'file', message }], message);
}
