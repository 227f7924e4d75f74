import { doesTheSame } from '../../../execution/accounts/same/index.ts'
import { isShape } from '../../../execution/accounts/shape/index.ts'

interface ReadText {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Whether each text does the same as before when it runs, or only alters what people see; the work of a thread. */
export const areTexts = async (texts: readonly ReadText[]): Promise<boolean> => {
  for (const { path, before, after } of texts) {
    const isSame = before !== undefined && after !== undefined && (await doesTheSame({ path, before, after }))
    if (!isSame && !(await isShape({ path, before, after }))) return false
  }
  return true
}
