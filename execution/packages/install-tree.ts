import { mkdir, open, rm } from 'node:fs/promises'
import { packagesFolderOf } from '../sandbox/index.ts'
import type { SetupPlan } from '../setup/index.ts'
import { installRecord, unrecorded, type InstallRecord } from './build-record.ts'
import { failedFetches } from './failed-fetches.ts'
import { withFetched } from './fetch-packages.ts'
import { hadUnreadableSet, installPackages, unpackSet } from './install-packages.ts'
import type { PackageParts } from './parts.ts'
import { joinLogs, type PhaseEnd } from './run-phase.ts'
import type { SetupKeys } from './setup-keys.ts'
import type { SandboxFiles } from './with-sandbox.ts'
import { constants } from 'node:fs'
import type { ObjectStore } from '../../platform/storage/index.ts'

/**
 * - `keys` are the names under which results are stored.
 * - `keeps` selects the results that are stored for others: only results of approved commits.
 * - `variables` are people's declarations: they win over the plan's variables.
 * - `record` gets the packages that are fetched or installed now, and the packages from the store.
 */
interface InstallInput {
  readonly plan: SetupPlan
  readonly keys: SetupKeys
  readonly keeps: 'nothing' | 'fetched' | 'everything'
  readonly variables: Readonly<Record<string, string>>
  readonly record?: InstallRecord
}

/**
 * Fetches the packages of a plan with a network, only from manifests and lock files, and installs them into a folder
 * without one. Packages stored under the same keys are taken from there, and recreated if they cannot be unpacked.
 */
export const installTree = async (
  parts: PackageParts,
  signal: AbortSignal,
  tree: SandboxFiles,
  { plan, keys, keeps, variables, record = installRecord(unrecorded, () => '') }: InstallInput,
): Promise<PhaseEnd> => {
  await mkdir(packagesFolderOf(tree.path), { recursive: true, mode: 0o700 })
  const unpacked = await parts.objects.withFile(keys.installed, (path) => unpackSet(parts, signal, tree, path))
  if (unpacked && !hadUnreadableSet(unpacked)) {
    await record.reused()
    return unpacked
  }
  if (unpacked) await parts.objects.dropCached(keys.installed)
  const install = async (fetched: Packages) => {
    if (fetched.end && fetched.end.outcome !== 'passed' && !installsWithoutPackages(plan)) return fetched.end
    const keep = keeps === 'everything' ? (path: string) => keepFile(parts.objects, path, keys.installed) : undefined
    const installed = await installPackages(parts, signal, tree, { plan, variables, fetchedTar: fetched.tarPath, keep })
    return together(fetched.end, installed)
  }
  return withPackages(parts, signal, { plan, keys, isKept: keeps !== 'nothing', record }, install)
}

/** Whether the install is tried after a failed fetch. */
const installsWithoutPackages = ({ isOwn, asksForNode }: SetupPlan) => isOwn && !asksForNode

interface Packages {
  readonly end: PhaseEnd | undefined
  readonly tarPath: string | undefined
}

interface PackagesInput extends Pick<InstallInput, 'plan' | 'keys'> {
  readonly isKept: boolean
  readonly record: InstallRecord
}

/** Lends the result of a plan's fetch: kept from before, or fetched now. */
const withPackages = async (
  parts: PackageParts,
  signal: AbortSignal,
  { plan, keys, isKept, record }: PackagesInput,
  install: (packages: Packages) => Promise<PhaseEnd>,
): Promise<PhaseEnd> => {
  const build = (work: () => Promise<PhaseEnd>) => record.build(work, record.endOf)
  if (!plan.fetch) return build(() => install({ end: undefined, tarPath: undefined }))
  const done = await parts.objects.withFile(keys.fetched, (tarPath) =>
    build(() => install({ end: undefined, tarPath })),
  )
  if (done && !hadUnreadableSet(done)) return done
  if (done) await parts.objects.dropCached(keys.fetched)
  const failures = failedFetches(parts.objects)
  const failure = failures.find(keys.fetched)
  if (failure && !installsWithoutPackages(plan)) return failure
  if (failure) return build(() => install({ end: failure, tarPath: undefined }))
  return build(() =>
    withFetched(parts, signal, plan, async ({ end, tarPath }) => {
      if (end.outcome !== 'passed') failures.add(keys.fetched, end)
      const ended = await install({ end, tarPath })
      if (isKept && tarPath !== undefined) await keepFile(parts.objects, tarPath, keys.fetched)
      return ended
    }),
  )
}

const together = (fetched: PhaseEnd | undefined, installed: PhaseEnd): PhaseEnd => ({
  ...installed,
  durationMs: installed.durationMs + (fetched?.durationMs ?? 0),
  log: joinLogs(fetched?.log ?? '', installed.log),
})

const keptMostBytes = 4 * 2 ** 30

const dayMs = 86_400_000
const keptMs = 14 * dayMs

/** Drops setups from a fortnight ago, used or not: a registry's answers from then are not trusted for ever. */
export const dropOldSetups = (objects: ObjectStore): Promise<void> => objects.removeOld('setups', keptMs)

/**
 * Keeps a file that a sandbox wrote: only a regular one is read, and never through a link. Where it is missing or too
 * large nothing is kept, which costs time and no more. The file no longer exists afterwards.
 */
const keepFile = async (objects: ObjectStore, path: string, key: string): Promise<void> => {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined)
  if (!file) return
  try {
    const status = await file.stat()
    if (!status.isFile() || status.size > keptMostBytes) return
    await objects.put(key, file.createReadStream({ autoClose: false }), { maxBytes: keptMostBytes })
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
