import type { Finding, Level } from '../../../packages/verdict/index.ts'
import type { ProbeSubject } from '../probe.ts'
import { linesOf, shortText } from '../runs/records.ts'
import { alsoHonest, ofRunners } from './plan-traps.ts'

const findingKinds = {
  environment: 'environment_read',
  argv: 'arguments_read',
  execArgv: 'arguments_read',
  stack: 'stack_read',
  globals: 'test_globals_read',
  modules: 'modules_read',
} as const
type ReadKind = keyof typeof findingKinds

/** A changed file's read of a test runner's traces. */
interface Read {
  readonly kind: ReadKind
  readonly name: string
  readonly path: string
  readonly line: number
}

export interface Reads {
  /** Whether the traps were set in any process. */
  readonly isBegun: boolean
  readonly reads: readonly Read[]
}

const readsMost = 500

export const readTraps = (result: string): Reads => {
  const lines = linesOf(result)
  const reads = lines.flatMap(({ kind, name: trace, path: file, line }) => {
    const name = shortText(trace)
    const path = shortText(file)
    const isRead =
      typeof kind === 'string' && Object.hasOwn(findingKinds, kind) && name !== undefined && path !== undefined
    return isRead && Number.isInteger(line) ? [{ kind: kind as ReadKind, name, path, line: Number(line) }] : []
  })
  return { isBegun: lines.some(({ begun }) => begun === true), reads: reads.slice(0, readsMost) }
}

/** Reads of runner traces by the change, without reads that the file already makes on the base. */
export const judgeTraps = ({ changed }: Pick<ProbeSubject, 'changed'>, change: Reads, base: Reads | undefined) => {
  const texts = new Map(changed.map(({ path, text }) => [path, text.split('\n')]))
  const ofBase = new Set(base?.reads.map(keyOf))
  const found = new Map<string, Finding>()
  for (const read of change.reads) {
    const lines = texts.get(read.path)
    const key = keyOf(read)
    if (!lines || ofBase.has(key) || found.has(key)) continue
    const line = lineOf(read, lines)
    const level = levelOf(read, line === undefined ? '' : lines[line - 1]!)
    if (!level) continue
    const place = line === undefined ? read.path : `${read.path}:${line}`
    const reason = `${place} reads ${whatOf(read)} while the tests run.`
    found.set(key, { kind: findingKinds[read.kind], level, path: read.path, ...(line && { line }), reason })
  }
  return [...found.values()]
}

const keyOf = ({ kind, name, path }: Read) =>
  JSON.stringify(kind === 'argv' || kind === 'execArgv' ? [kind, path] : [kind, name, path])

const testModule = /^(?:_?pytest|unittest|nose|doctest|hypothesis|tox|coverage|\*)(?:[.]|$)/
// A program that looks whether it was started itself, or takes what follows its name.
const ofProgram = /import[.]meta|__filename|__file__|require[.]main|\[[^\]]{0,500},[^\]]{0,500},/

const levelOf = ({ kind, name }: Read, line: string): Level | undefined => {
  if (kind === 'environment') return ofRunners.test(name) ? 'ask' : alsoHonest.test(name) ? 'note' : undefined
  if (kind === 'modules') return testModule.test(name) ? 'ask' : undefined
  if (kind === 'argv') return ofProgram.test(line) ? 'note' : 'ask'
  return 'ask'
}

const whatOf = ({ kind, name }: Read): string => {
  if (kind === 'environment') return name === '*' ? 'the names of environment variables' : `the variable \`${name}\``
  if (kind === 'argv') return 'the name of the running program'
  if (kind === 'execArgv') return 'the options of the running program'
  if (kind === 'stack') return `its callers by \`${name}\``
  if (kind === 'globals') return `the global \`${name}\` of a test runner`
  return name === '*' ? 'the names of loaded modules' : `whether \`${name}\` is loaded`
}

const hints: Readonly<Record<ReadKind, RegExp>> = {
  environment: /env/i,
  argv: /argv/,
  execArgv: /execArgv/,
  stack: /stack|frame|trace|getCallSite/i,
  globals: /global|typeof|describe|\b(?:it|test|expect|jest|vi)\b/,
  modules: /modules/,
}

/** The line as the file has it: a runner that compiles modules may count otherwise, and the nearest one is meant. */
const lineOf = ({ kind, line }: Read, lines: readonly string[]): number | undefined =>
  lines
    .flatMap((text, at) => (hints[kind].test(text) ? [at + 1] : []))
    .toSorted((one, other) => Math.abs(one - line) - Math.abs(other - line))
    .at(0)
