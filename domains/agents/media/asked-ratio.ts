import { MediaRefusal } from './refusal.ts'
import { ratioOf } from './rules.ts'

/** The requested shape; undefined leaves it to the model. Throws MediaRefusal for a text without a shape. */
export const askedRatio = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const ratio = ratioOf(text)
  if (ratio === undefined)
    throw new MediaRefusal('capability', 'Write `aspectRatio` as width and height up to 4:1, such as 16:9.')
  return ratio
}
