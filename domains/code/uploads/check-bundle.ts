import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { fileRules, Quarantine, ShownFinding } from '../../../execution/repositories/index.ts'
import type { InvalidField } from '../../../platform/contract/index.ts'
import { isDiskFull, type ObjectStore } from '../../../platform/storage/index.ts'
import { forbiddenAmong } from './protected-content.ts'
import { inspectInSandbox, type InspectParts } from './inspect-in-sandbox.ts'
import { manifestOf } from './manifest-of.ts'
import type { BundleSession } from './session.ts'

export interface CheckParts extends InspectParts {
  readonly objects: ObjectStore
}

/** Why a bundle can never be taken in under what was declared. */
export interface Rejection {
  readonly code: 'bundle_rejected' | 'findings_present'
  readonly fields: InvalidField[]
}

export type Checked =
  | { readonly fault: 'rejected'; readonly rejection: Rejection }
  | { readonly fault: 'disk-full' }
  | { readonly fault: 'missing' }
  | { readonly fault?: undefined; readonly quarantine: Quarantine; readonly manifest: Uint8Array }

/** A session with the manifest that was declared for it, in canonical form. */
export interface Declared {
  readonly session: BundleSession
  readonly manifest: string
  readonly bundleKey: string
  /** The paths that the manifest names as protected. */
  readonly named: ReadonlySet<string>
  /** Findings in the history are a reason to refuse it. */
  readonly stopsAtFindings: boolean
}

/** Unpacks the bundle out of everyone's sight, in a sandbox, and holds it against what the session declared. */
export const checkBundle = async (parts: CheckParts, declared: Declared, signal: AbortSignal): Promise<Checked> => {
  const { session } = declared
  const forbidden = forbiddenAmong(declared.named)
  if (forbidden.length > 0) return rejected(forbidden.slice(0, 100).map(forbids))
  try {
    const inspected = await parts.objects.withFile(declared.bundleKey, (bundlePath) =>
      inspectInSandbox(parts, { ...session, bundlePath, branch: session.defaultBranch }, signal),
    )
    if (!inspected) return { fault: 'missing' }
    if (!inspected.ok) {
      if (!(await isWhole(parts, declared))) return { fault: 'missing' }
      return rejected(inspected.rejected.map(({ path, message, rule }) => ({ path, message, rule })))
    }
    return await checkManifest(parts, declared, inspected.quarantine, signal)
  } catch (error) {
    if (isDiskFull(error)) return { fault: 'disk-full' }
    throw error
  }
}

const forbids = (path: string): InvalidField => ({
  path: 'manifest.protected',
  message: `names ${path}, which no checkout may have`,
  rule: 'forbidden_path',
})

const rejected = (fields: InvalidField[]): Checked => ({
  fault: 'rejected',
  rejection: { code: 'bundle_rejected', fields },
})

/** Whether the store still has the bytes that were declared: damage to them is not the caller's. */
const isWhole = ({ objects }: CheckParts, { session, bundleKey }: Declared) =>
  objects.withFile(bundleKey, async (path) => {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex') === session.bundleSha256
  })

const checkManifest = async (
  parts: CheckParts,
  declared: Declared,
  quarantine: Quarantine,
  signal: AbortSignal,
): Promise<Checked> => {
  try {
    const checked = await holdAgainst(declared, quarantine, signal)
    if (checked.fault) await parts.repositories.discard(quarantine)
    return checked
  } catch (error) {
    await parts.repositories.discard(quarantine)
    throw error
  }
}

/** What the declared manifest says that the bundle does not, or a finding that the session was to stop at. */
const holdAgainst = async (
  { session, manifest: declared, stopsAtFindings }: Declared,
  quarantine: Quarantine,
  signal: AbortSignal,
): Promise<Checked> => {
  const made = await manifestOf(quarantine, { declared }, signal)
  if ('fault' in made) return rejected([made.fault])
  if (made.manifestSha256 !== session.manifestSha256) return rejected(made.differing.map(differs))
  if (!stopsAtFindings || made.findings.length === 0) return { quarantine, manifest: made.text }
  const fields = made.findings.map(({ path, pathBase64, rule, commitSha, line, masked }) => ({
    path: path ?? pathBase64,
    message: sentenceOf({ rule, commitSha, line, masked }),
    rule,
  }))
  return { fault: 'rejected', rejection: { code: 'findings_present', fields } }
}

const ofFiles: Readonly<Record<string, string>> = {
  'protected-file': 'holds this file with credentials',
  'large-file': 'holds this file of more than 50 MiB',
  'unsearched-file':
    'holds this file, which was not searched for secrets: the history has more than 2 GiB in files of more than 1 MiB',
  'lfs-pointer': 'holds a pointer to Git LFS here, and the bundle not what it points to',
  submodule: 'holds a submodule here, and the bundle not its files',
} satisfies Record<(typeof fileRules)[number], string>

const sentenceOf = ({
  rule,
  commitSha,
  line,
  masked,
}: Pick<ShownFinding, 'rule' | 'commitSha' | 'line' | 'masked'>) => {
  const said = ofFiles[rule]
  return said === undefined
    ? `line ${line} of commit ${commitSha} holds a secret, ${masked}`
    : `commit ${commitSha} ${said}`
}

const differs = (name: string): InvalidField => ({
  path: `manifest.${name}`,
  message: 'is not what the bundle holds',
  rule: 'manifest_differs',
})
