import { languageOf, valuesIn, viewsOf } from '../../../packages/verdict/index.ts'
import { sentence } from '../sentences/index.ts'
import type { AcceptanceResult, ExaminationFile } from '../tasks/contract/verdict.ts'

const titles =
  /\b(?:describe|suite|context|feature|scenario|test|it|specify|Run|DisplayName)(?:[.]\w{1,20})?\(\s{0,20}(?:name\s?=\s?)?(["'`])((?:(?!\1)[^\\\n]|\\.){1,300})\1/g

/** True if an agent may read the name of a test: it has no digit, and no value of the test's file. */
export const isPlainName = (name: string, files: readonly ExaminationFile[]): boolean => {
  if (/\p{N}/u.test(name)) return false
  const said = name.toLowerCase()
  return !files.some(({ path, content }) => valuesOf(path, content).some((value) => isSaid(said, value.toLowerCase())))
}

/** The values of a test file, without the titles of its tests. */
const valuesOf = (path: string, content: string): readonly string[] => {
  const { text } = viewsOf(content, languageOf(path))
  const left = [...valuesIn(text)]
  for (const [, , title = ''] of text.matchAll(titles)) {
    const at = left.indexOf(title)
    if (at !== -1) left.splice(at, 1)
  }
  return left
}

/** True if the name contains a short value as a word of its own, or a longer value anywhere. */
const isSaid = (name: string, value: string): boolean => {
  const at = value.trim() === '' ? -1 : name.indexOf(value)
  if (at === -1 || value.length > 2) return at !== -1
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(value)}(?![\\p{L}\\p{N}])`, 'u').test(name)
}

const heldBackFrom = 3

/** The index of the test about which no agent reads, by a key of each test; undefined of fewer than three. */
export const heldBackOf = (keys: readonly string[]): number | undefined =>
  keys.length < heldBackFrom ? undefined : keys.indexOf(keys.toSorted()[0]!)

type Accepted = Pick<AcceptanceResult, 'tests'>

/** True if a change goes back for failing tests only once: they are too few to hold one back. */
export const goesBackOnce = ({ tests }: Accepted): boolean => tests.length < heldBackFrom

/** The failing acceptance tests in words for an agent: their numbers, and fixed sentences. */
export const feedbackOf = ({ tests }: Accepted): readonly string[] =>
  tests.flatMap(({ outcome, told, name, message = '' }, at) => {
    if (outcome !== 'failed' || told === undefined) return []
    const values = { number: String(at + 1), count: String(tests.length), test: name }
    const fails = sentence(told === 'name' ? 'acceptance_told_by_name' : 'acceptance_told_by_number', values)
    return [`${fails} ${sentence(howOf(message))}`]
  })

const timeout = /\btime(?:d)? ?out\b|\bTimeoutError\b/i
const error =
  /\b(?:Type|Reference|Syntax|Attribute|Name|Import|ModuleNotFound|NoMethod)Error\b|is not a function|cannot find/i

const howOf = (message: string) => {
  if (timeout.test(message)) return 'acceptance_ends_late'
  return error.test(message) ? 'acceptance_ends_in_error' : 'acceptance_expects_other'
}
