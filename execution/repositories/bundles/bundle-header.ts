import { open } from 'node:fs/promises'
import { isRefName, isSha, type Ref } from '../refs.ts'
import type { Rejection, RejectionRule } from '../repositories.ts'

export interface BundleHeader {
  /** `HEAD` may be among them. */
  readonly refs: readonly Ref[]
  /** Commits that the bundle needs and does not hold. */
  readonly prerequisites: readonly string[]
  readonly capabilities: readonly string[]
  /** As the pack declares. */
  readonly objects: number
  /** Where the first object of the pack begins. */
  readonly objectsAt: number
}

const headerMaxBytes = 4 * 1024 * 1024
const stepBytes = 64 * 1024
export const packHeaderBytes = 12

/** Whether these first bytes of a file can start a bundle. */
export const looksLikeBundle = (start: Uint8Array): boolean =>
  /^# v[23] git bundle\n/.test(Buffer.from(start.subarray(0, 20)).toString('latin1'))

interface HeaderOptions {
  /** Takes a bundle that needs commits which it does not hold. */
  readonly mayContinue?: boolean
}

/** The header of a bundle file, or the reason for its absence. Reads at most 4 MiB, and few bytes of the pack. */
export const readBundleHeader = async (path: string, options?: HeaderOptions): Promise<BundleHeader | Rejection> => {
  const file = await open(path, 'r')
  try {
    const start = Buffer.alloc(headerMaxBytes)
    let length = 0
    while (length < start.length && !hasWholeHeader(start.subarray(0, length))) {
      const { bytesRead } = await file.read(start, length, Math.min(stepBytes, start.length - length), length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return parseBundleHeader(start.subarray(0, length), options)
  } finally {
    await file.close()
  }
}

const hasWholeHeader = (start: Buffer) => {
  const end = start.indexOf('\n\n')
  return end !== -1 && start.length >= end + 2 + packHeaderBytes
}

/** Parses a bundle's head: signature, capabilities, prerequisites, refs. Source: gitformat-bundle(5). */
export const parseBundleHeader = (bytes: Buffer, options: HeaderOptions = {}): BundleHeader | Rejection => {
  if (!looksLikeBundle(bytes))
    return refuse('not_a_bundle', 'The file is not a git bundle. Make one with git bundle create.')
  const end = bytes.indexOf('\n\n')
  if (end === -1) {
    return bytes.length < headerMaxBytes
      ? truncated()
      : refuse('too_large', 'The bundle names more branches and tags than Atelier takes.')
  }
  const lines = bytes.subarray(0, end).toString('utf8').split('\n').slice(1)
  const pack = bytes.subarray(end + 2)
  const header = {
    capabilities: lines.filter((line) => line.startsWith('@')).map((line) => line.slice(1)),
    prerequisites: lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1, 41)),
    refs: lines.filter((line) => !/^[@-]/.test(line)).map((line) => ({ sha: line.slice(0, 40), name: line.slice(41) })),
  }
  return (
    faultOf(header, pack, options) ?? { ...header, objects: pack.readUInt32BE(8), objectsAt: end + 2 + packHeaderBytes }
  )
}

const faultOf = (
  header: Omit<BundleHeader, 'objects' | 'objectsAt'>,
  pack: Buffer,
  { mayContinue = false }: HeaderOptions,
): Rejection | undefined => {
  const { capabilities, prerequisites, refs } = header
  if (capabilities.some((capability) => /^object-format=(?!sha1$)/.test(capability))) {
    return refuse(
      'object_format',
      'The repository names its objects by SHA-256. Atelier takes repositories with SHA-1 names.',
    )
  }
  if (capabilities.some((capability) => capability.startsWith('filter='))) {
    return refuse('incomplete_history', 'The bundle comes from a partial clone. Make it from a full one.')
  }
  if (capabilities.some((capability) => !capability.startsWith('object-format='))) {
    return refuse('not_a_bundle', `The bundle asks for “${capabilities.join(', ').slice(0, 100)}”, which is not known.`)
  }
  if (prerequisites.length > 0 && !mayContinue) {
    return refuse(
      'incomplete_history',
      'The bundle continues a history that it does not hold. Make it with git bundle create --all.',
    )
  }
  if (refs.length === 0) return refuse('empty', 'The bundle is empty: it names no branch. Commit something first.')
  if (!prerequisites.every(isSha))
    return refuse('corrupt', 'The bundle names the commits that it needs as git does not.')
  const odd = refs.find(({ name, sha }) => !isSha(sha) || !(name === 'HEAD' || isRefName(name)))
  if (odd)
    return refuse('corrupt', `The bundle names a branch in a way that git does not: “${odd.name.slice(0, 100)}”.`)
  if (new Set(refs.map(({ name }) => name)).size < refs.length)
    return refuse('corrupt', 'The bundle names a branch or tag twice. Make the bundle again.')
  if (pack.length < packHeaderBytes) return truncated()
  if (!/^PACK\0\0\0[\x02\x03]$/.test(pack.subarray(0, 8).toString('latin1'))) {
    return refuse('corrupt', 'No pack follows the header of the bundle. Make the bundle again.')
  }
  return pack.readUInt32BE(8) === 0 ? refuse('empty', 'The bundle holds no object. Commit something first.') : undefined
}

const heads = 'refs/heads/'

/** The branches of a bundle, with the commits that they are at. */
export const branchesOf = (refs: readonly Ref[]): ReadonlyMap<string, string> =>
  new Map(refs.flatMap(({ name, sha }) => (name.startsWith(heads) ? [[name.slice(heads.length), sha]] : [])))

/** The branch of a bundle's HEAD, else the usual name, else the only one; undefined if none is meant. */
export const usualBranch = (refs: readonly Ref[]): string | undefined => {
  const branches = branchesOf(refs)
  const head = refs.find(({ name }) => name === 'HEAD')?.sha
  const atHead = [...branches].filter(([, sha]) => sha === head).map(([name]) => name)
  const names = atHead.length > 0 ? atHead : [...branches.keys()]
  return ['main', 'master'].find((name) => names.includes(name)) ?? (names.length === 1 ? names[0] : undefined)
}

export const truncated = () => refuse('truncated', 'The bundle ends too early. Make it again, or send all of it.')

export const refuse = (rule: RejectionRule, message: string): Rejection => ({ path: 'bundle', rule, message })
