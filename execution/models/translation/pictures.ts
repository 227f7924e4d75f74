import { mediaTypeOf, pictureBytes } from '../shapes/body.ts'
import type { PicturePart } from './conversation.ts'
import { untranslatable } from './untranslatable.ts'

/** A picture that is passed as bytes. Throws ModelFailure 400 that names `field` if it is not a picture. */
export const pictureOf = (url: string, field: string, detail?: PicturePart['detail'] | 'auto'): PicturePart => {
  const found = pictureBytes.exec(url)
  if (!found) throw untranslatable(field, 'is no PNG, JPEG, GIF or WebP in base64, as it has to be')
  const asked = detail !== undefined && detail !== 'auto' && { detail }
  return { type: 'picture', mediaType: mediaTypeOf(found[1]!), data: found[2]!, ...asked }
}

export const addressOf = ({ mediaType, data }: PicturePart): string => `data:${mediaType};base64,${data}`
