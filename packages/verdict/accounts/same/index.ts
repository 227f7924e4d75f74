import { languageAt } from '../grammar.ts'
import { javascriptProgram } from './javascript.ts'
import { rows } from './rows.ts'
import { wordsOfProgram } from './words.ts'

// More than a file that people write has.
const mostChars = 400_000

interface Sides {
  readonly path: string
  readonly before: string
  readonly after: string
}

/**
 * True if two texts of a file provably do the same when they run: they differ in idle comments, formatting, types that
 * nothing reads, or a `return` of nothing at the end of a function. A program that cannot be read, or has no row in the
 * table, is not the same.
 */
export const doesTheSame = async ({ path, before, after }: Sides): Promise<boolean> => {
  if (before === after) return true
  if (before.length > mostChars || after.length > mostChars) return false
  const one = await programOf(path, before)
  const other = one && (await programOf(path, after))
  return other !== undefined && one!.length === other.length && one!.every((word, at) => word === other[at])
}

const programOf = async (path: string, text: string): Promise<readonly string[] | undefined> => {
  const grammar = languageAt(path)
  if (grammar === undefined) return undefined
  if (grammar === 'javascript' || grammar === 'typescript' || grammar === 'tsx') return javascriptProgram(path, text)
  return wordsOfProgram(path, text, rows[grammar])
}
