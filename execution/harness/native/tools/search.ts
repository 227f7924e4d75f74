import { type CommandEnd, runCommand } from '../command.ts'
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
 * in a process of its own that is ended when it takes too long; PCRE itself gives up on patterns that explode.
 */
export const searchFiles = async (root: string, spec: SearchSpec, bytesMax: number, signal: AbortSignal) => {
  const { shown } = await resolvePath(root, spec.path)
  const search = (kind: string) => runSearch(root, spec, { shown, kind, signal })
  const end = await search(spec.literal ? '-F' : '-P')
  const isUnknown = end.exitCode === 128 && /not compiled with|USE_LIBPCRE/.test(end.output)
  return answerOf(isUnknown ? await search('-E') : end, spec, bytesMax)
}

interface SearchContext {
  readonly shown: string
  readonly kind: string
  readonly signal: AbortSignal
}

const runSearch = (
  root: string,
  { pattern, glob, ignoreCase, context }: SearchSpec,
  { shown, kind, signal }: SearchContext,
) => {
  const how = [kind, ...(ignoreCase ? ['-i'] : []), ...(context > 0 ? [`-C${Math.min(context, contextMost)}`] : [])]
  const where = glob === undefined ? [shown] : [`:(glob)${shown === '.' ? '' : `${shown}/`}${deep(glob)}`]
  return runCommand({
    argv: [
      'git',
      'grep',
      '--no-index',
      '--exclude-standard',
      '--no-color',
      '-nI',
      ...how,
      '-e',
      pattern,
      '--',
      ...where,
    ],
    directory: root,
    // Without a repository: the worktree's own may not be reachable from here, and none is needed.
    environment: {
      GIT_DIR: '/dev/null',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      LC_ALL: 'C.UTF-8',
    },
    withinMs: searchMs,
    outputBytesMax: 1024 * 1024,
    printedBytesMax: 1024 * 1024,
    signal,
  })
}

const deep = (glob: string) => (glob.includes('/') ? glob.replace(/^\.?\//, '') : `**/${glob}`)

const answerOf = (end: CommandEnd, { pattern }: SearchSpec, bytesMax: number) => {
  if (end.stoppedBy === 'time')
    throw new ToolRefusal(`The search took longer than ${searchMs / 1000} s. Use a plainer pattern or a smaller path.`)
  if (end.exitCode === 1 && end.output === '') return `Nothing matches ${pattern}.`
  if (end.output.includes('match limit exceeded'))
    throw new ToolRefusal(
      'The pattern needs too many steps on some line. Use a plainer one, without nested repetition.',
    )
  if (end.exitCode !== 0 && end.stoppedBy !== 'output')
    throw new ToolRefusal(`The search failed: ${end.output.trim().slice(0, 500)}`)
  return firstMatches(
    end.output.split('\n').filter((line) => line !== ''),
    bytesMax,
  )
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
  return (
    shown.join('\n') + (missing > 0 ? `\n[at least ${missing} more lines: use a narrower pattern, path or glob]` : '')
  )
}
