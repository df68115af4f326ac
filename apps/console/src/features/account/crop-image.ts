import type { Area } from 'react-easy-crop';

/** The side of the stored picture in pixels: twice the largest place it is shown in. */
const side = 256;

/** Cuts a square out of a picture and scales it down to an avatar; the result is a PNG far below the upload limit. */
export async function cropImage(source: Blob, area: Area): Promise<File> {
  const picture = await createImageBitmap(source);
  try {
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser offers no 2D canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, side, side);
    return new File([await toPng(canvas)], 'avatar.png', { type: 'image/png' });
  } finally {
    picture.close();
  }
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded'))),
      'image/png',
    );
  });
}
