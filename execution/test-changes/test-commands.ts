import type { Change, FileChange, Finding } from './change.ts'
import { lowerLevel, requestWords } from './request.ts'

const judging =
  /^(?:pre|post)?(?:test|tests|check|checks|lint|typecheck|types|coverage|cover|cov|ci|verify|unit|spec|e2e|integration)(?:[:._-].*)?$/i
/** What ends well and checks nothing. */
const idle = /^(?:true|:|exit(?: 0)?|echo\b[^|&;]*|node -e\s+["']{0,2}\s*["']{0,2}|sleep \d+)?;?$/

/** The commands by which a project checks itself, in package.json, composer.json or a Makefile, where they changed. */
export const testCommands = (change: Change, checks: readonly { readonly command: string }[]): Finding[] => {
  const isNamed = (name: string) => judging.test(name) || checks.some(({ command }) => mentions(command, name))
  return change.files.flatMap((file) => {
    const commandsIn = readerOf(file.path)
    if (!commandsIn || file.text.before === undefined) return []
    const before = commandsIn(file.text.before)
    const after = commandsIn(file.text.after ?? '')
    return [...before]
      .filter(([name]) => isNamed(name))
      .flatMap(([name, was]) => changed(change, file, name, was, after.get(name)))
  })
}

const mentions = (command: string, name: string) =>
  new RegExp(
    `\\b(?:run|make|yarn|pnpm|just|composer|task)(?:[ \\t]+-\\S+)*[ \\t]+${name.replace(/\W/g, '\\$&')}(?![\\w:-])`,
  ).test(command)

const changed = (change: Change, file: FileChange, name: string, was: string, is: string | undefined): Finding[] => {
  if (was === is || idle.test(was) || was.includes('no test specified') || (is !== undefined && runsStill(was, is)))
    return []
  const { path } = file
  const line = is === undefined ? lineOf(file.text.before!, name) : lineOf(file.text.after!, name)
  const isIdle = is === undefined || idle.test(is.trim())
  const tools = new Set([...toolsIn(was), ...toolsIn(is ?? '')])
  const asked =
    change.request.asks(requestWords.change, requestWords.runner) ||
    change.request.asks(requestWords.remove, requestWords.runner) ||
    change.request.asks(requestWords.rewriteTests) ||
    [...tools].some((tool) => change.request.asks(new RegExp(`\\b${tool}\\b`, 'i')))
  const how = is === undefined ? 'is gone' : `changed from “${was.slice(0, 120)}” to “${is.slice(0, 120)}”`
  return [
    {
      kind: 'test_command_changed',
      level: lowerLevel(isIdle && judgesTests(name) ? 'refuse' : 'ask', asked),
      path,
      line,
      reason: `${path}:${line} the command “${name}” ${how}. Leave it as it was.`,
    },
  ]
}

const judgesTests = (name: string) => /test|check|spec|verify|ci/i.test(name)
/** Whether all parts of the old command still run, beside others that must succeed as well, or over more files. */
const runsStill = (was: string, is: string) => {
  const parts = partsOf(is)
  return (
    !/\|\||;/.test(is) && partsOf(was).every((part) => parts.some((now) => now === part || hasMoreFiles(part, now)))
  )
}
const partsOf = (command: string) => command.split('&&').map((part) => part.trim())
// A command that names no file runs all: one more file there would make it fewer.
const hasMoreFiles = (was: string, is: string) => {
  const isFile = (word: string) => /^[^-]\S*[./]/.test(word)
  const before = was.split(/\s+/)
  const after = is.split(/\s+/)
  return (
    before.some(isFile) &&
    before.every((word) => after.includes(word)) &&
    after.every((word) => before.includes(word) || isFile(word))
  )
}
/** The programs that a command begins with, part by part: a request that names one speaks of the command. */
const toolsIn = (command: string) =>
  command
    .split(/&&|[|;]/)
    .map((part) => /^\s*(?:npx\s+)?([a-z][\w-]{1,40})/.exec(part)?.[1])
    .filter((tool) => tool !== undefined && !plain.has(tool))
const plain = new Set([
  'node',
  'npm',
  'npx',
  'yarn',
  'pnpm',
  'bun',
  'make',
  'python',
  'python3',
  'sh',
  'bash',
  'run',
  'go',
  'cargo',
  'test',
])

const lineOf = (text: string, name: string) => {
  const index = text.search(new RegExp(`["']?(?<![\\w-])${name.replace(/\W/g, '\\$&')}["']?[ \\t]*:`))
  return index === -1 ? 1 : text.slice(0, index).split('\n').length
}

const readerOf = (path: string) => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === 'package.json' || name === 'composer.json') return scriptsIn
  return /^(?:GNUm|[Mm])akefile$|^[.]?[Jj]ustfile$|[.]mk$/.test(name) ? targetsIn : undefined
}

/** Where the text is no JSON, nothing runs from it; the checks of the base tell. */
const scriptsIn = (text: string): Map<string, string> => {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown }
    if (typeof scripts !== 'object' || scripts === null) return new Map()
    return new Map(
      Object.entries(scripts).map(([name, command]) => [
        name,
        Array.isArray(command) ? command.join(' && ') : String(command),
      ]),
    )
  } catch {
    return new Map()
  }
}

const targetsIn = (text: string): Map<string, string> => {
  const targets = new Map<string, string>()
  let current: string | undefined
  for (const line of text.split('\n')) {
    const target = /^([\w.-]+)[ \t]*:(?!=)(.*)$/.exec(line)
    if (target) current = target[1]!
    if (target) targets.set(current!, target[2]!.trim())
    else if (current !== undefined && /^[\t ]/.test(line))
      targets.set(current, `${targets.get(current)} && ${line.trim()}`)
    else if (line.trim() !== '' && !line.startsWith('#')) current = undefined
  }
  return targets
}
