/** Whether a file is called like a picture; the server detects its type from its bytes. */
export const isNamedPicture = (path: string | undefined): boolean =>
  path !== undefined && /\.(png|jpe?g|gif|webp|avif)$/i.test(path)
