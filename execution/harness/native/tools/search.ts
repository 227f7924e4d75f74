import { copiesInUtf8 } from './copies-in-utf8.ts'
import { type CommandEnd, runGit } from '../command.ts'
import { resolvePath } from '../path.ts'
import { ToolRefusal } from '../refusal.ts'
import { shownLine } from '../text.ts'
import { countField, pathField, tool, type Workshop } from './tool.ts'

interface SearchSpec {
  readonly pattern: string
  readonly path: string
  readonly glob?: string | undefined
  readonly ignoreCase: boolean
  readonly literal: boolean
  readonly context: number
}

export const searchTool = ({ root, limits, signal }: Workshop) =>
  tool<Partial<SearchSpec> & { pattern: string }>(
    'Search the lines of all files that git does not ignore, by a Perl-compatible regular expression or a literal text.',
    {
      pattern: { type: 'string', required: true, aliases: ['query', 'regex', 'search_term'] },
      path: { ...pathField, description: 'A file or folder; everything unless told' },
      glob: { type: 'string', description: 'Only files of such names: *.ts', aliases: ['include', 'file_pattern'] },
      context: { ...countField, description: 'Lines shown before and after each match', aliases: ['context_lines'] },
      ignoreCase: { type: 'boolean', aliases: ['case_insensitive'] },
      literal: { type: 'boolean', aliases: ['fixed_strings'] },
    },
    ({ pattern, path = '.', glob, context = 0, ignoreCase = false, literal = false }) =>
      searchFiles(root, { pattern, path, glob, context, ignoreCase, literal }, limits.resultBytes, signal),
  )

const linesMax = 200
const contextMost = 20
const searchMs = 20_000

/**
 * Lines that match a Perl-compatible regular expression, or a literal text, in files that git does not ignore. It runs
 * in a process of its own that is ended when it takes too long; PCRE itself stops patterns that explode. Files in
 * another character set than UTF-8 are searched as copies in UTF-8.
 */
export const searchFiles = async (root: string, spec: SearchSpec, bytesMax: number, signal: AbortSignal) => {
  const { shown } = await resolvePath(root, spec.path)
  const { output } = await runGrep({ root, spec, shown, signal, without: [] }, notUtf8, 'C')
  const otherPaths = output.split('\0').filter((path) => path !== '')
  await using copies = await copiesInUtf8(root, otherPaths)
  const ends = [await grepIn({ root, spec, shown, signal, without: copies.files })]
  if (copies.files.length > 0) ends.push(await grepIn({ root: copies.folder, spec, shown, signal, without: [] }))
  const text = answerOf(ends, spec, bytesMax)
  if (copies.unsearched === 0) return text
  return `${text}\n[${copies.unsearched} large files in other character sets were searched for their ASCII alone]`
}

interface GrepPlace {
  readonly root: string
  readonly spec: SearchSpec
  readonly shown: string
  readonly signal: AbortSignal
  /** Files that are left out. */
  readonly without: readonly string[]
}

const grepIn = async (place: GrepPlace): Promise<CommandEnd> => {
  const { pattern, ignoreCase, context } = place.spec
  const how = [...(ignoreCase ? ['-i'] : []), ...(context > 0 ? [`-C${Math.min(context, contextMost)}`] : [])]
  const search = (kind: string) => runGrep(place, ['-nI', kind, ...how, '-e', pattern], 'C.UTF-8')
  const end = await search(place.spec.literal ? '-F' : '-P')
  const isUnknown = end.exitCode === 128 && /not compiled with|USE_LIBPCRE/.test(end.output)
  return isUnknown ? search('-E') : end
}

// Names of files with a NUL byte, or with a byte that is invalid in UTF-8.
const notUtf8 = [
  '-lzaP',
  '-e',
  [
    String.raw`[\x00\xc0\xc1\xf5-\xff]`,
    String.raw`[\xc2-\xdf](?![\x80-\xbf])`,
    String.raw`[\xe0-\xef](?![\x80-\xbf]{2})`,
    String.raw`[\xf0-\xf4](?![\x80-\xbf]{3})`,
    String.raw`(?<![\x80-\xff])[\x80-\xbf]`,
  ].join('|'),
]

const runGrep = ({ root, spec, shown, signal, without }: GrepPlace, how: readonly string[], charset: string) => {
  const { glob } = spec
  const where = glob === undefined ? shown : `:(glob)${shown === '.' ? '' : `${shown}/`}${deep(glob)}`
  const left = without.map((path) => `:(exclude,literal)${path}`)
  const grep = ['grep', '--no-index', '--exclude-standard', '--no-color', ...how, '--', where, ...left]
  return runGit({ root, signal }, grep, {
    // Without a repository: the worktree's own may not be reachable from here, and none is needed.
    environment: { GIT_DIR: '/dev/null', LC_ALL: charset },
    withinMs: searchMs,
    outputBytesMax: 1024 * 1024,
    printedBytesMax: 1024 * 1024,
  })
}

const deep = (glob: string) => (glob.includes('/') ? glob.replace(/^\.?\//, '') : `**/${glob}`)

const answerOf = (ends: readonly CommandEnd[], { pattern }: SearchSpec, bytesMax: number) => {
  for (const end of ends) {
    if (end.stoppedBy === 'time')
      throw new ToolRefusal(
        `The search took longer than ${searchMs / 1000} s. Use a plainer pattern or a smaller path.`,
      )
    if (end.output.includes('match limit exceeded'))
      throw new ToolRefusal(
        'The pattern needs too many steps on some line. Use a plainer one, without nested repetition.',
      )
    const isNothing = end.exitCode === 1 && end.output === ''
    if (!isNothing && end.exitCode !== 0 && end.stoppedBy !== 'output')
      throw new ToolRefusal(`The search failed: ${end.output.trim().slice(0, 500)}`)
  }
  const lines = ends.flatMap(({ output }) => output.split('\n').filter((line) => line !== ''))
  return lines.length === 0 ? `Nothing matches ${pattern}.` : firstMatches(lines, bytesMax)
}

const firstMatches = (lines: readonly string[], bytesMax: number) => {
  const shown: string[] = []
  let sizeBytes = 0
  for (const line of lines.slice(0, linesMax)) {
    const text = shownLine(line, 400)
    sizeBytes += Buffer.byteLength(text) + 1
    if (sizeBytes > bytesMax) break
    shown.push(text)
  }
  const missing = lines.length - shown.length
  const more = missing > 0 ? `\n[at least ${missing} more lines: use a narrower pattern, path or glob]` : ''
  return shown.join('\n') + more
}
