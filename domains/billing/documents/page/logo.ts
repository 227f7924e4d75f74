import { rasterOf } from '../../../delivery/repository-reads/rules/images.ts'

const pixelsMost = 4_096
/** Types that Typst sets; a brand kit may have others. */
const settable = ['image/png', 'image/gif', 'image/jpeg']

/**
 * True if a picture of the brand can be on the page: one of few enough pixels to be unpacked, or a drawing without
 * filters, which would be computed pixel by pixel.
 */
export const isPlain = (mediaType: string, content: Buffer): boolean => {
  if (mediaType === 'image/svg+xml') return !/<filter|<image/.test(content.toString('utf8'))
  const raster = settable.includes(mediaType) ? rasterOf(content) : undefined
  return raster?.mediaType === mediaType && Math.max(raster.width, raster.height) <= pixelsMost
}
