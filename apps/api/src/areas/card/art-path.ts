/** Where card art is served, `<tenant>/<id>.webp` below it; each upload gets an address of its own, so it never changes. */
export const artPath = '/xyxlx/cardArt';
