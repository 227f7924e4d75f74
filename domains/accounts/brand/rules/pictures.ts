/** Limits of a brand's pictures: size and types. */
export const imageMostBytes = 262_144
export const imageTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/svg+xml',
  'image/x-icon',
] as const
