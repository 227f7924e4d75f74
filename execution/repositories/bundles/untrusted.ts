import { type BundleHeader, packHeaderBytes, refuse, truncated } from './bundle-header.ts'
import { declaredBytesOf } from './declared-size.ts'
import { gitEnvironment, gitSettings } from '../git.ts'
import { diskFaultIn } from '../../../platform/storage/index.ts'
import type { Rejection, RejectionRule, RunUntrusted } from '../repositories.ts'
import { ScanTimeoutError } from '../scans/scan.ts'

const mebibyte = 1024 ** 2

interface UntrustedBundle {
  readonly run: RunUntrusted
  readonly bundlePath: string
  readonly bundleBytes: number
  readonly header: Pick<BundleHeader, 'objects' | 'objectsAt'>
  /** The objects that the bundle continues from: their folder, and the commit whose history may be needed. */
  readonly base?: { readonly objects: string; readonly commitSha: string } | undefined
  /** A bare repository of ours, the only folder that may be written to. */
  readonly gitDir: string
  readonly limits: Readonly<typeof expansionLimits>
  readonly signal?: AbortSignal | undefined
}

/** The bound of a bundle's unpacked size: so much for any bundle, and so much more for each of its bytes. */
export const expansionLimits = {
  expandedBaseBytes: 512 * mebibyte,
  // Histories with a large text that changes often reach 500 to 1; deltas upon deltas reach any number.
  expandedBytesPerByte: 1024,
  /** How much of a pack is read for the sizes that it declares, before anything is unpacked. */
  scannedBytes: 8 * mebibyte,
}

/** A pack is unpacked at 50 MiB a second and more. Past this the machine is busy, and the caller tries again. */
const unpackMs = (bundleBytes: number) => 30_000 + 1_000 * Math.ceil(bundleBytes / mebibyte)
/** Likewise for reading all objects, in any order of their deltas. */
export const readAllMs = (expandedBytes: number) => 30_000 + 1_000 * Math.ceil(expandedBytes / (8 * mebibyte))

/**
 * The file of `gitDir` in which the caller lays the bundle's refs (as `packed-refs`): without the objects that they
 * name the repository would seem broken, and after the unpacking nothing outside may write there.
 */
export const refsAside = 'packed-refs.aside'

// Harmless faults of old tools, which are all over the histories of old projects.
const harmless = [
  'zeroPaddedFilemode',
  'badTimezone',
  'missingSpaceBeforeDate',
  'badFilemode',
  'missingNameBeforeEmail',
  'missingSpaceBeforeEmail',
  'multipleAuthors',
  'zeroPaddedDate',
]
const fsckSettings = harmless.flatMap((rule) => ['-c', `fsck.${rule}=ignore`])
const strict = `--strict=${harmless.map((rule) => `${rule}=ignore`).join(',')}`

/**
 * The commands that touch unchecked bytes: unpacking the bundle, then checking every object and that the history is
 * whole. All of them go through `run`, and take a time that follows the bundle's size and its unpacked size. Returns
 * why the bundle is refused, no fault when it is sound.
 */
export const unpackAndCheck = async (untrusted: UntrustedBundle) => {
  const declared = await declaredFault(untrusted)
  if (declared) return { faults: [declared], expandedBytes: 0 }
  const expandedBytes = await unpack(untrusted)
  if (typeof expandedBytes !== 'number') return { faults: [expandedBytes], expandedBytes: 0 }
  return { faults: await checkObjects(untrusted, expandedBytes), expandedBytes }
}

/** Why a small bundle is refused for its declared sizes: unpacking it would take all of its time limit. */
const declaredFault = async (untrusted: UntrustedBundle): Promise<Rejection | undefined> => {
  const { bundlePath: path, header, limits, signal } = untrusted
  if (limits.scannedBytes === 0) return undefined
  const enoughBytes = mostExpanded(untrusted)
  const { objectsAt: from, objects } = header
  const request = { path, from, objects, scannedBytes: limits.scannedBytes, enoughBytes }
  const isTooLarge = (await declaredBytesOf(request, signal)) > enoughBytes
  return isTooLarge ? tooLarge(`more than ${enoughBytes}`, enoughBytes) : undefined
}

const mostExpanded = ({ bundleBytes, limits }: UntrustedBundle) =>
  limits.expandedBaseBytes + limits.expandedBytesPerByte * bundleBytes

const tooLarge = (unpacked: string, most: number) =>
  refuse('too_large', `The bundle unpacks to ${unpacked} bytes, and Atelier takes ${most} from a bundle of this size.`)

// The refs that unpacking lists are known, and could be more than the output may hold.
const unpackAndSum = `bundle=$1; shift
"$@" bundle unbundle -- "$bundle" > /dev/null || exit
"$@" cat-file --batch-all-objects --unordered '--batch-check=%(objectsize)' |
  awk '{ sum += $1 } END { printf "%.0f", sum }'`

// The pack of a bundle that continues from stored commits is checked as git checks a fetched pack: every object on its
// own, and that all objects it names exist. Stored objects were checked when they came.
const completeAndSum = `bundle=$1; from=$2; shift 2
tail -c "+$from" "$bundle" | "$@" index-pack --stdin --fix-thin ${strict} > /dev/null || exit
for index in objects/pack/pack-*.idx; do "$@" show-index < "$index"; done | cut -d ' ' -f 2 |
  "$@" cat-file '--batch-check=%(objectsize)' | awk '{ sum += $1 } END { printf "%.0f", sum }'`

const unpackCommand = ({ base, bundlePath, header }: UntrustedBundle) => {
  if (!base) return ['sh', '-c', unpackAndSum, 'sh', bundlePath, ...gitCommand([])]
  const packFrom = String(header.objectsAt - packHeaderBytes + 1)
  return ['sh', '-c', completeAndSum, 'sh', bundlePath, packFrom, ...gitCommand([])]
}

/** Unpacks; returns the sum of all sizes in the heads of objects and deltas, or the reason for a refusal. */
const unpack = async (untrusted: UntrustedBundle): Promise<number | Rejection> => {
  const outcome = await runInside(untrusted, unpackCommand(untrusted), 2 * unpackMs(untrusted.bundleBytes))
  if (outcome.exitCode !== 0) return unpackFault(outcome)
  const { stdout, stderr } = outcome
  if (!/^\d+$/.test(stdout)) throw new Error(`git could not list the objects of a bundle: ${stderr.slice(0, 2000)}`)
  const most = mostExpanded(untrusted)
  return Number(stdout) <= most ? Number(stdout) : tooLarge(stdout, most)
}

const walkNew = `base=$1; shift
{ cut -d ' ' -f 1 ${refsAside}; echo "^$base"; } | "$@" rev-list --objects --quiet --stdin`

const checkObjects = async (untrusted: UntrustedBundle, expandedBytes: number): Promise<readonly Rejection[]> => {
  if (untrusted.base) return checkNewHistory(untrusted, untrusted.base.commitSha, expandedBytes)
  const fsck = gitCommand([...fsckSettings, 'fsck', '--strict', '--full', '--no-dangling', '--no-progress'])
  const layRefs = ['sh', '-c', `mv ${refsAside} packed-refs && exec "$@"`, 'sh']
  const checked = await runInside(untrusted, [...layRefs, ...fsck], readAllMs(expandedBytes))
  if (checked.exitCode === 0) return []
  // A search that finds more than the output may hold has found enough.
  if (checked.stoppedBy && checked.stoppedBy !== 'output') return [stopped(checked.stoppedBy)]
  return objectFaults(untrusted, checked.stdout + checked.stderr)
}

/** Whether everything that the refs of the bundle reach is in the bundle or in the history of the base. */
const checkNewHistory = async (untrusted: UntrustedBundle, base: string, expandedBytes: number) => {
  const command = ['sh', '-c', walkNew, 'sh', base, ...gitCommand([])]
  const walked = await runInside(untrusted, command, readAllMs(expandedBytes))
  if (walked.exitCode === 0) return []
  return [walked.stoppedBy ? stopped(walked.stoppedBy) : incomplete]
}

type Outcome = Awaited<ReturnType<RunUntrusted>>

const gitCommand = (argv: readonly string[]) => {
  const { PATH: _path, ...environment } = gitEnvironment
  const assignments = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  return ['env', ...assignments, 'git', ...gitSettings, '--git-dir=.', ...argv]
}

const runInside = async (
  { run, bundlePath, base, gitDir, signal }: UntrustedBundle,
  command: readonly string[],
  wallMs: number,
): Promise<Outcome> => {
  signal?.throwIfAborted()
  const readonly = [bundlePath, ...(base ? [base.objects] : [])]
  const outcome = await run(command, { readonly, writable: gitDir, wallMs, signal })
  signal?.throwIfAborted()
  if (outcome.stoppedBy === 'wall-time') throw new CheckTimeoutError(wallMs)
  const diskFault = diskFaultIn(outcome.stderr, 'this bundle')
  if (diskFault) throw diskFault
  return outcome
}

const unpackFault = ({ stoppedBy, stderr, exitCode }: Outcome): Rejection => {
  if (stoppedBy) return stopped(stoppedBy)
  const found = /^error: object ([0-9a-f]{40}): (\w+): (.*)$/m.exec(stderr)
  if (found) return rejectionOf({ type: 'object', sha: found[1]!, rule: found[2]!, text: found[3]! }, undefined)
  if (/did not receive expected object|unresolved delta/.test(stderr)) return incomplete
  if (/early EOF|premature end|unexpected end of file/.test(stderr)) {
    return truncated()
  }
  if (/pack|delta|inflate|SHA1|object|index-pack/i.test(stderr)) {
    return refuse('corrupt', `The pack of the bundle is damaged (${reasonIn(stderr)}). Make the bundle again.`)
  }
  throw new Error(`git could not unpack a bundle: exit code ${exitCode ?? 'none'}, ${stderr.slice(0, 2000)}`)
}

const stopped = (limit: string) =>
  refuse('too_large', `Checking the bundle passed the sandbox’s limit of ${limit}. It is too large for this instance.`)

const reasonIn = (stderr: string) => {
  const lines = stderr.split('\n').map((line) => line.replace(/^(fatal|error): /, '').trim())
  return (lines.find((line) => line !== '') ?? 'git gives no reason').slice(0, 200)
}

interface FsckFault {
  readonly type: string
  readonly sha: string
  readonly rule: string
  readonly text: string
}

const isFault = /^error in \w+ [0-9a-f]{40}: \w+: /m
const fault = /^error in (\w+) ([0-9a-f]{40}): (\w+): (.*)$/gm
const pathRules = ['hasDot', 'hasDotdot', 'hasDotgit', 'fullPathname', 'emptyName', 'nullSha1', 'gitmodulesSymlink']
const faultsMax = 100

/** The faults that fsck found, with the place of each tree and blob as far as git can show it. */
const objectFaults = async (untrusted: UntrustedBundle, output: string): Promise<Rejection[]> => {
  const hasGaps = /^(missing|broken link from) |invalid sha1 pointer|bad object|unable to read/m.test(output)
  if (hasGaps && !isFault.test(output)) return [incomplete]
  const faults = [...output.matchAll(fault)]
    .slice(0, faultsMax)
    .map(([, type, sha, rule, text]) => ({ type: type!, sha: sha!, rule: rule!, text: text! }))
  if (faults.length === 0)
    return [refuse('corrupt', `The bundle holds damaged objects (${reasonIn(output)}). Make it again.`)]
  const places = await pathsOf(untrusted, faults)
  return faults.map((each) => rejectionOf(each, places.get(each.sha)))
}

const rejectionOf = ({ type, sha, rule, text }: FsckFault, place: string | undefined): Rejection => {
  const where = place === undefined ? `${type} ${sha}` : place === '' ? 'the top folder' : place
  const message = `In ${where}: ${text} (${rule}). Rewrite the history without it.`
  return { path: place === undefined || place === '' ? 'bundle' : place, message, rule: ruleOf(rule) }
}

const ruleOf = (rule: string): RejectionRule => {
  if (pathRules.includes(rule)) return 'forbidden_path'
  return rule.startsWith('gitmodules') ? 'submodule' : 'bad_object'
}

// “sha path” for each object that the history reaches; the top folder has no path.
const pathsOf = async (untrusted: UntrustedBundle, faults: readonly FsckFault[]): Promise<Map<string, string>> => {
  const patterns = [...new Set(faults.map(({ sha }) => `-e${sha}`))]
  const script = 'git --git-dir=. rev-list --objects --all | grep "$@" | head -c 20000'
  const command = ['sh', '-c', script, 'sh', ...patterns]
  const { stdout } = await runInside(untrusted, command, unpackMs(untrusted.bundleBytes))
  const lines = stdout.split('\n').filter((line) => line.length > 40)
  return new Map(lines.map((line) => [line.slice(0, 40), line.slice(41)]))
}

const incomplete = refuse(
  'incomplete_history',
  'The history in the bundle has gaps: it comes from a shallow or partial clone. Run git fetch --unshallow, then make the bundle again.',
)

/**
 * Checking a bundle took longer than this machine allows. That is no verdict on the bundle, which may be sound: the
 * caller tries again. The cost of checking is limited by a bundle's bytes and objects. The message is for people.
 */
export class CheckTimeoutError extends Error {
  constructor(limitMs: number, options?: ErrorOptions) {
    super(`Checking the bundle took longer than ${Math.round(limitMs / 1_000)} seconds and was stopped.`, options)
    this.name = 'CheckTimeoutError'
  }
}

/** Whether the check of a bundle, or the scan of its history, ended by the clock. */
export const isCheckTimeout = (error: unknown): boolean =>
  error instanceof CheckTimeoutError || error instanceof ScanTimeoutError
