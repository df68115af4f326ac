const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Whether the bytes are one png, jpeg or webp from the first to the last: a file that goes on after its picture is two files in one. */
export function isWholeImage(file: Buffer): boolean {
  return isWholePng(file) || isWholeJpeg(file) || isWholeWebp(file);
}

export function isWholePng(file: Buffer): boolean {
  if (!file.subarray(0, 8).equals(pngSignature)) return false;
  for (let at = 8; at + 12 <= file.length; ) {
    const next = at + 12 + file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IEND') return next === file.length;
    at = next;
  }
  return false;
}

export function isWholeJpeg(file: Buffer): boolean {
  const starts = file.length > 4 && file.readUInt16BE(0) === 0xffd8 && file[2] === 0xff;
  return starts && file.readUInt16BE(file.length - 2) === 0xffd9;
}

export function isWholeWebp(file: Buffer): boolean {
  if (file.length < 16) return false;
  const isWebp = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
  return isWebp && file.readUInt32LE(4) + 8 === file.length;
}
