/** Whether a file is called like a picture; what it is, its bytes say to the server. */
export const isNamedPicture = (path: string | undefined): boolean =>
  path !== undefined && /\.(png|jpe?g|gif|webp|avif)$/i.test(path)
