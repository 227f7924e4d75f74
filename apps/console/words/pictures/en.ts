/** Texts about pictures in files and in changes. */
export const en = {
  before: 'Before',
  after: 'After',
  size: (width: string, height: string, bytes: string) => `${width} × ${height} px · ${bytes}`,
  loading: 'The picture is on its way.',
  broken: 'This picture is broken: the browser cannot draw it.',
  tooLarge: (bytes: string, most: string, pixels: string) =>
    `This picture is too large to be shown: it has ${bytes}. Up to ${most} and ${pixels} pixels are shown.`,
  tooManyPixels: (width: string, height: string, pixels: string) =>
    `This picture is too large to be shown: it has ${width} × ${height} pixels. Up to ${pixels} are shown.`,
  notImage: 'This file is not a picture, although its name ends like one.',
  gone: 'It is no longer in the repository.',
}
