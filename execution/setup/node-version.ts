import { nodeMajorOfWorkflows } from './node-of-pipelines.ts'
import type { SetupFiles } from './phases.ts'
import { tableOf, tablesOf } from './toml-tables.ts'

// Node 14 is the oldest that today's registries and test runners are tried with.
const oldestMajor = 14
const newestMajor = 40

/**
 * The major version of Node that a repository asks for by `.nvmrc`, `.node-version`, `.tool-versions`, `volta.node`,
 * `devEngines.runtime` or `engines.node`, the first that can be read, if the machine's version (such as `24.21.0`) does
 * not match; undefined if it does. Where `engines.node` allows the machine's, and all that its workflows test with are
 * older, it is the newest of those.
 */
export const requestedNodeMajor = (
  files: SetupFiles,
  manifest: Readonly<Record<string, unknown>>,
  machineNode: string,
): number | undefined => {
  const machine = Number(machineNode.split('.')[0])
  const named = nodeRequests(files, manifest).find(({ range }) => range !== undefined)?.range
  if (named !== undefined) return allows(named, machine) ? undefined : fittingMajor(named, machine)
  const { node } = (manifest.engines ?? {}) as { node?: unknown }
  if (typeof node !== 'string' || node.length > rangeMostChars || allows(node, machine))
    return olderMajor(nodeMajorOfWorkflows(files), machine)
  return fittingMajor(node, machine)
}

const fittingMajor = (range: string, machine: number): number | undefined => {
  const fitting = majors.filter((major) => allows(range, major))
  const older = fitting.filter((major) => major < machine)
  // Even majors are maintained for years.
  return older.filter((major) => major % 2 === 0).at(-1) ?? older.at(-1) ?? fitting.at(0)
}

// The lines that are maintained for years. Source: https://github.com/nodejs/Release/blob/main/schedule.json
const codenames: Readonly<Record<string, number>> = {
  argon: 4,
  boron: 6,
  carbon: 8,
  dubnium: 10,
  erbium: 12,
  fermium: 14,
  gallium: 16,
  hydrogen: 18,
  iron: 20,
  jod: 22,
  krypton: 24,
}
// The Node of the machine is one of these.
const anyNode = new Set(['*', 'lts', 'lts/*', 'node', 'latest', 'current', 'stable', 'system'])

interface NodeRequest {
  readonly file: string
  readonly text: string
  /** Undefined if every version does, or it is not understood. */
  readonly range: string | undefined
  readonly isUnderstood: boolean
}

/** The requests of a repository for Node, by precedence. */
const nodeRequests = (files: SetupFiles, manifest: Readonly<Record<string, unknown>>): readonly NodeRequest[] => {
  const ofTools = /^[ \t]*(?:nodejs|node)[ \t]+(\S{1,100})/m.exec(files.get('.tool-versions') ?? '')?.[1]
  const { runtime } = tableOf(manifest.devEngines)
  const ofRuntime = tablesOf([runtime].flat()).find(({ name }) => name === 'node')?.version
  const asked: readonly (readonly [string, unknown])[] = [
    ['.nvmrc', files.get('.nvmrc')],
    ['.node-version', files.get('.node-version')],
    ['.tool-versions', ofTools],
    ['volta of package.json', tableOf(manifest.volta).node],
    ['devEngines of package.json', ofRuntime],
  ]
  return asked.flatMap(([file, said]) => {
    const text = typeof said === 'string' ? wordIn(said) : ''
    return text === '' ? [] : [{ file, text, ...rangeOf(text.toLowerCase()) }]
  })
}

/** The first line with content, without comments. */
const wordIn = (text: string) =>
  text
    .slice(0, 2_000)
    .split('\n')
    .map((line) => line.split('#', 1)[0]!.trim())
    .find((line) => line !== '') ?? ''

const rangeOf = (text: string): Pick<NodeRequest, 'range' | 'isUnderstood'> => {
  if (anyNode.has(text)) return { range: undefined, isUnderstood: true }
  const named = codenames[/^lts\/([a-z]{1,20})$/.exec(text)?.[1] ?? '']
  if (named !== undefined) return { range: String(named), isUnderstood: true }
  const isRange = text.length <= rangeMostChars && /^[\s\dvx*.<>=^~|-]+$/.test(text) && /\d/.test(text)
  return { range: isRange ? text : undefined, isUnderstood: isRange }
}

/** A sentence about the first request for Node that is not understood; undefined if each is. */
export const unknownNode = (files: SetupFiles, manifest: Readonly<Record<string, unknown>>): string | undefined => {
  const found = nodeRequests(files, manifest).find(({ isUnderstood }) => !isUnderstood)
  return (
    found &&
    `${found.file} asks for Node “${found.text.slice(0, 40).replaceAll(/[^\w./*<>=^~|-]/g, '?')}”, which is not understood. Write a number: 22.`
  )
}

/**
 * A version of Node as people write it, such as `22`, `v22.11.0` or `node 22`, from 14 to 40; undefined for any other text.
 */
export const nodeVersionIn = (text: string): string | undefined => {
  const version = /^(?:node(?:\.?js)?[ @]?)?v?(\d{1,2}(?:\.\d{1,3}){0,2})$/i.exec(text.trim())?.[1]
  const major = Number(version?.split('.')[0])
  return major >= oldestMajor && major <= newestMajor ? version : undefined
}

/** True if `24`, `24.21` or `24.21.0` covers a version such as `24.21.0`. */
export const isOfVersion = (version: string, named: string): boolean =>
  version === named || version.startsWith(`${named}.`)

const rangeMostChars = 200

const olderMajor = (tested: number | undefined, machine: number) =>
  tested === undefined || tested >= machine || tested < oldestMajor ? undefined : tested

const majors = Array.from({ length: newestMajor - oldestMajor + 1 }, (_, at) => oldestMajor + at)

/** Whether a range of versions allows the newest release of a major version. A range that cannot be read allows every one. */
export const allows = (range: string, major: number): boolean =>
  range.split('||').some((part) => {
    const hyphen = /^v?(\d{1,9})\S{0,99}\s{1,99}-\s{1,99}v?(\d{1,9})\S{0,99}$/.exec(part.trim())
    if (hyphen) return major >= Number(hyphen[1]) && major <= Number(hyphen[2])
    const comparators = part
      .trim()
      .replaceAll(/([<>=^~])\s+/g, '$1')
      .split(/\s+/)
    return comparators.every((comparator) => allowsOne(comparator, major))
  })

const allowsOne = (comparator: string, major: number): boolean => {
  const [, operator, digits, rest] = /^([<>]=?|[=^~])?v?(\d{1,4})((?:\.(?:\d+|x|\*))*)/i.exec(comparator) ?? []
  if (digits === undefined) return true
  const named = Number(digits)
  const isWhole = !/\.\d/.test(rest ?? '')
  if (operator === '>=') return major >= named
  if (operator === '>') return isWhole ? major > named : major >= named
  if (operator === '<=') return isWhole ? major <= named : major < named
  if (operator === '<') return major < named
  return major === named
}
