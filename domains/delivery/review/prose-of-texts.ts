import { doesTheSame } from '../../../execution/accounts/same/index.ts'
import { renamesOf, withRenames } from '../../../execution/accounts/same/renames.ts'
import { isShape } from '../../../execution/accounts/shape/index.ts'

interface ReadText {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/**
 * Whether each text does the same as before when it runs, but for new names inside of functions, or only alters what
 * people see; the work of a thread.
 */
export const areTexts = async (texts: readonly ReadText[]): Promise<boolean> => {
  // A name that other files could have is not asked for: it counts as one that they have.
  const renames = await renamesOf(texts, async () => true)
  for (const { path, before, after } of texts) {
    const renamed = before === undefined ? undefined : await withRenames(path, before, renames)
    const isSame = renamed !== undefined && after !== undefined && (await doesTheSame({ path, before: renamed, after }))
    if (!isSame && !(await isShape({ path, before, after }))) return false
  }
  return true
}
