import type { en } from './en.ts'

export const de: typeof en = {
  before: 'Vorher',
  after: 'Nachher',
  size: (width, height, bytes) => `${width} × ${height} px · ${bytes}`,
  loading: 'Das Bild ist unterwegs.',
  broken: 'Dieses Bild ist beschädigt: Der Browser kann es nicht zeichnen.',
  tooLarge: (bytes, most, pixels) =>
    `Dieses Bild ist zu groß, um es zu zeigen: Es hat ${bytes}. Gezeigt werden bis zu ${most} und ${pixels} Pixel.`,
  tooManyPixels: (width, height, pixels) =>
    `Dieses Bild ist zu groß, um es zu zeigen: Es hat ${width} × ${height} Pixel. Gezeigt werden bis zu ${pixels}.`,
  notImage: 'Die Datei hat die Endung eines Bildes, ist aber keines.',
  gone: 'Es ist nicht mehr im Repository.',
}
