import { nodeMajorOfWorkflows } from './node-of-pipelines.ts'
import type { SetupFiles } from './phases.ts'

// Node 14 is the oldest that today's registries and test runners are tried with.
const oldestMajor = 14
const newestMajor = 40

/**
 * The major version of Node that a repository asks for by `.nvmrc`, `.node-version` or `engines.node`, where that of the
 * machine (such as `24.21.0`) does not do; undefined if it does, or where the request cannot be read. Where these allow
 * the machine's, and all that its workflows test with are older, it is the newest of those.
 */
export const requestedNodeMajor = (
  files: SetupFiles,
  manifest: Readonly<Record<string, unknown>>,
  machineNode: string,
): number | undefined => {
  const machine = Number(machineNode.split('.')[0])
  const named = /^\s*v?(\d{1,2})(\.\d+){0,2}\s*$/.exec(files.get('.nvmrc') ?? files.get('.node-version') ?? '')?.[1]
  if (named !== undefined) return bounded(Number(named), machine)
  const { node } = (manifest.engines ?? {}) as { node?: unknown }
  if (typeof node !== 'string' || node.length > rangeMostChars || allows(node, machine))
    return olderMajor(nodeMajorOfWorkflows(files), machine)
  const fitting = majors.filter((major) => allows(node, major))
  const older = fitting.filter((major) => major < machine)
  // Even majors are the ones that are maintained for years.
  return older.filter((major) => major % 2 === 0).at(-1) ?? older.at(-1) ?? fitting.at(0)
}

/**
 * A version of Node as people write it, such as `22`, `v22.11.0` or `node 22`, from 14 to 40; undefined for any other text.
 */
export const nodeVersionIn = (text: string): string | undefined => {
  const version = /^(?:node(?:\.?js)?[ @]?)?v?(\d{1,2}(?:\.\d{1,3}){0,2})$/i.exec(text.trim())?.[1]
  const major = Number(version?.split('.')[0])
  return major >= oldestMajor && major <= newestMajor ? version : undefined
}

/** Whether a version such as `24.21.0` is one of those that `24`, `24.21` or `24.21.0` covers. */
export const isOfVersion = (version: string, named: string): boolean =>
  version === named || version.startsWith(`${named}.`)

const rangeMostChars = 200

const bounded = (major: number, machine: number) =>
  major === machine || major < oldestMajor || major > newestMajor ? undefined : major

const olderMajor = (tested: number | undefined, machine: number) =>
  tested === undefined || tested > machine ? undefined : bounded(tested, machine)

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
