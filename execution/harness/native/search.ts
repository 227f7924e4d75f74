import { type CommandEnd, runCommand } from './command.ts'
import { resolvePath } from './path.ts'
import { ToolRefusal } from './refusal.ts'
import { shownLine } from './text.ts'

export interface SearchSpec {
  readonly pattern: string
  readonly path: string
  readonly ignoreCase: boolean
  readonly literal: boolean
}

const matchesMax = 200
const searchMs = 20_000

/**
 * Lines that match an extended regular expression (POSIX), or a literal text, in files that git does not ignore.
 * It runs in a process of its own that is ended when it takes too long, whatever the expression.
 */
export const searchFiles = async (root: string, spec: SearchSpec, bytesMax: number, signal: AbortSignal) => {
  const { shown } = await resolvePath(root, spec.path)
  const how = [spec.literal ? '-F' : '-E', ...(spec.ignoreCase ? ['-i'] : [])]
  const end = await runCommand({
    argv: [
      'git',
      'grep',
      '--no-index',
      '--exclude-standard',
      '--no-color',
      '-nI',
      ...how,
      '-e',
      spec.pattern,
      '--',
      shown,
    ],
    directory: root,
    // Without a repository: the worktree's own may not be reachable from here, and none is needed.
    environment: {
      GIT_DIR: '/nonexistent',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      LC_ALL: 'C.UTF-8',
    },
    withinMs: searchMs,
    outputBytesMax: 1024 * 1024,
    stopAtMax: true,
    signal,
  })
  return answerOf(end, spec, bytesMax)
}

const answerOf = (end: CommandEnd, { pattern }: SearchSpec, bytesMax: number) => {
  if (end.stoppedBy === 'time')
    throw new ToolRefusal(`The search took longer than ${searchMs / 1000} s. Use a plainer pattern or a smaller path.`)
  if (end.exitCode === 1 && end.output === '') return `Nothing matches ${pattern}.`
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
  for (const line of lines.slice(0, matchesMax)) {
    const text = shownLine(line, 400)
    sizeBytes += Buffer.byteLength(text) + 1
    if (sizeBytes > bytesMax) break
    shown.push(text)
  }
  return shown.join('\n') + (shown.length < lines.length ? `\n[more matches: use a narrower pattern or path]` : '')
}
