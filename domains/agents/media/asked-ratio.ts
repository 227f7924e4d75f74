import { MediaRefusal } from './refusal.ts'
import { ratioOf } from './rules.ts'

/** The shape that was asked for; undefined leaves it to the model. Throws MediaRefusal for a text that says none. */
export const askedRatio = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const ratio = ratioOf(text)
  if (ratio === undefined)
    throw new MediaRefusal('capability', 'Write `aspectRatio` as width and height up to 4:1, such as 16:9.')
  return ratio
}
