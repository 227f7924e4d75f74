import { partsOfChange, type ChangedText, type ChangePart } from './change.ts'
import type { PartAccount } from './judge.ts'
import { doesTheSame } from './same/index.ts'
import { renamesOf, withRenames } from './same/renames.ts'
import { isShape } from './shape/index.ts'
import { isTextPart } from './text-part.ts'
import type { Trial } from './trials/index.ts'

/** The texts of a change, and its files that are judged as tests. */
export interface AccountedChange {
  readonly files: readonly ChangedText[]
  /** New files that the runner of the project collects as tests, or that stand in a folder of tests. */
  readonly newTests: readonly string[]
  /** Tests, fixtures and settings of tests that were there: rules of their own judge them. */
  readonly judgedElsewhere: readonly string[]
}

/** The parts of a change, and the account of those that need no test. */
interface PlannedParts {
  readonly parts: readonly ChangePart[]
  readonly known: readonly (PartAccount | undefined)[]
}

export const planParts = async ({ files, newTests, judgedElsewhere }: AccountedChange): Promise<PlannedParts> => {
  const parts = await partsOfChange(files)
  const byPath = new Map(files.map((file) => [file.path, file]))
  const known: (PartAccount | undefined)[] = []
  const shapes = new Map<string, PartAccount | undefined>()
  // A name that other files could have is not asked for: it counts as one that they have.
  const renames = await renamesOf(files, async () => true)
  for (const part of parts) {
    const file = byPath.get(part.path)!
    if (newTests.includes(part.path) && part.kind !== 'mode') known.push({ account: 'test' })
    else if (judgedElsewhere.includes(part.path)) known.push({ account: 'test' })
    else {
      if (!shapes.has(part.path)) shapes.set(part.path, await ofFile(file, renames))
      known.push((isTextPart(part) ? shapes.get(part.path) : undefined) ?? (await ofPart(file, part, renames)))
    }
  }
  return { parts, known }
}

type Renames = ReadonlyMap<string, string>

const ofFile = async ({ path, before, after }: ChangedText, renames: Renames): Promise<PartAccount | undefined> => {
  if (before !== undefined && after !== undefined && (await isSame({ path, before, after }, renames)))
    return { account: 'same' }
  return (await isShape({ path, before, after })) ? { account: 'shape' } : undefined
}

const isSame = async ({ path, before, after }: Parameters<typeof doesTheSame>[0], renames: Renames): Promise<boolean> =>
  doesTheSame({ path, before: await withRenames(path, before, renames), after })

const ofPart = async (
  { path, after }: ChangedText,
  part: ChangePart,
  renames: Renames,
): Promise<PartAccount | undefined> => {
  const undone = part.files?.find((file) => file.path === path)?.text
  if (after === undefined || undone === undefined || !isTextPart(part)) return undefined
  return (await isSame({ path, before: undone, after }, renames)) ? { account: 'same' } : undefined
}

/** The parts that are tried, by their places in the list, in the order in which they are: existing code before new one. */
export const partsToTry = ({ parts, known }: PlannedParts): readonly number[] => {
  const wanted = parts.flatMap((part, at) => (known[at] === undefined && part.files !== undefined ? [at] : []))
  const isNewFile = ({ files, path }: ChangePart) =>
    files!.some((file) => file.path === path && file.text === undefined)
  const rankOf = (at: number) => (parts[at]!.kind === 'added' ? (isNewFile(parts[at]!) ? 2 : 1) : 0)
  // Inner parts are tried before the part around them: if tests need one of them, they need that part.
  return wanted.toSorted((one, other) => rankOf(one) - rankOf(other) || depthOf(parts, other) - depthOf(parts, one))
}

const depthOf = (parts: readonly ChangePart[], at: number): number => {
  let depth = 0
  for (let next = parts[at]!.within; next !== undefined; next = parts[next]!.within) depth += 1
  return depth
}

export const trialsOf = ({ parts }: PlannedParts, tried: readonly number[]): readonly Trial[] => {
  const places = new Map(tried.map((part, at) => [part, at]))
  return tried.map((at, place) => ({
    files: parts[at]!.files!,
    implied: tried.flatMap((other) =>
      parts[other]!.within === at && places.get(other)! < place ? [places.get(other)!] : [],
    ),
  }))
}
