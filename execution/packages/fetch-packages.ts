import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { registryRoute, type Refusal, type Route } from '../egress/index.ts'
import { makeOwnFolder, packagesFolderOf, packagesPath, removeOwnFolder, type Sandbox } from '../sandbox/index.ts'
import { mirrorFor, packagesVariable, publicRegistries } from '../setup/index.ts'
import type { Ecosystem, SetupFiles, SetupPlan } from '../setup/index.ts'
import type { PackageParts } from './parts.ts'
import { withSandbox } from './with-sandbox.ts'
import { FetchStopped, stoppedEnd, watchRegistryReach } from './registry-reach.ts'
import { joinLogs, packIn, refusals, runPhase, type PhaseEnd } from './run-phase.ts'

/**
 * Fetches the packages of a plan and lends the result. The sandbox sees a fresh folder with only manifests and lock
 * files, runs no script of a package, and reaches the registries of its package managers, through the broker.
 */
export const withFetched = async <T>(
  parts: PackageParts,
  signal: AbortSignal,
  plan: Pick<SetupPlan, 'managers' | 'files' | 'fetch' | 'ecosystems'>,
  /** The tar file of the cache, if the fetch worked, exists until `work` is over. */
  work: (fetched: { readonly end: PhaseEnd; readonly tarPath: string | undefined }) => Promise<T>,
): Promise<T> =>
  withManifests(plan.files, async (folder) => {
    const end = await fetchInto(parts, signal, folder, plan, async (sandbox, environment, ending) => {
      const fetched = await runPhase(sandbox, ending, fetchScript(plan.fetch!.command), environment)
      if (fetched.outcome !== 'passed') return fetched
      const packed = await packIn(parts, sandbox, ending, pack)
      return packed.outcome === 'passed' ? fetched : { ...packed, log: joinLogs(fetched.log, packed.log) }
    })
    return work({ end, tarPath: end.outcome === 'passed' ? join(folder, 'cache.tar') : undefined })
  })

// Packages are on the disk once, however many: other files of the fetch go, and the cache as it is packed.
const fetchScript = (command: string) =>
  'mkdir cache && SETUP_CACHE="$PWD/cache" && export SETUP_CACHE && ' +
  `( cd manifests || exit 1\n${command}\n) && rm -rf manifests`
const pack = 'tar -cf cache.tar --remove-files --transform=s,^cache,.,S cache'

/** Lends a fresh folder of this server's with these files in `manifests`, and one for packages beside it. */
export const withManifests = async <T>(files: SetupFiles, work: (folder: string) => Promise<T>): Promise<T> => {
  const own = await makeOwnFolder(tmpdir())
  const folder = join(own, 'fetch')
  try {
    await Promise.all([mkdir(folder), mkdir(packagesFolderOf(folder))])
    await writeFiles(join(folder, 'manifests'), files)
    return await work(folder)
  } finally {
    await removeOwnFolder(own)
  }
}

/** The paths come from a tree that git has checked; a path that leads elsewhere all the same is a bug and throws. */
const writeFiles = async (folder: string, files: SetupFiles) => {
  await mkdir(folder)
  for (const [path, text] of files) {
    if (path.split('/').some((part) => ['', '.', '..'].includes(part)))
      throw new Error(`“${path}” is no path of a file`)
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), Buffer.from(text, 'latin1'), { flag: 'wx' })
  }
}

/**
 * Lends a sandbox over such a folder, whose network leads to registries; refused requests are put into the log. Where
 * no registry can be reached, it ends as soon as that is known: a package manager on its own tries for half a minute,
 * and some try forever.
 */
export const fetchInto = async (
  parts: PackageParts,
  signal: AbortSignal,
  folder: string,
  { managers, fetch, ecosystems }: Pick<SetupPlan, 'managers' | 'fetch' | 'ecosystems'>,
  work: (sandbox: Sandbox, environment: Readonly<Record<string, string>>, ending: AbortSignal) => Promise<PhaseEnd>,
): Promise<PhaseEnd> => {
  signal.throwIfAborted()
  const refused = refusals()
  const outOfReach = new AbortController()
  const startedMs = performance.now()
  const mirrors = mirrorsOf(parts, ecosystems)
  // With a registry of the operator's, every request may pass.
  const isSure = mirrors.seenAs.length === 0
  const reach = watchRegistryReach({ isSure, stop: (reason) => outOfReach.abort(new FetchStopped(reason)) })
  const place = { name: 'fetch', path: folder, readonly: [], environment: {} }
  const view = {
    allowHosts: hostsFor(parts, ecosystems),
    routes: mirrors.routes,
    onRefusal: (refusal: Refusal) => {
      refused.add(refusal)
      reach.refused(refusal, performance.now())
    },
    onReached: reach.reached,
  }
  const environment = Object.assign(
    { ...fetch!.environment },
    ...mirrors.seenAs.map(([ecosystem, address]) => mirrorFor(managers, ecosystem, address)),
  ) as Record<string, string>
  const ending = AbortSignal.any([signal, outOfReach.signal])
  const end = await withSandbox(parts, place, view, (sandbox) =>
    work(sandbox, { ...environment, [packagesVariable]: sandbox.path(packagesPath) }, ending),
  ).catch((error: unknown) => {
    if (error instanceof FetchStopped && !signal.aborted) return stoppedEnd(error, performance.now() - startedMs)
    throw error
  })
  return { ...end, log: joinLogs(end.log, refused.text()) }
}

/** The hosts of the setting; `registries` means the public ones of the project's own package managers. */
export const hostsFor = (
  { egressHosts, registries }: Pick<PackageParts, 'egressHosts' | 'registries'>,
  ecosystems: readonly Ecosystem[],
): readonly string[] => {
  const open = ecosystems.filter((ecosystem) => registries[ecosystem] === undefined)
  return egressHosts.flatMap((host) =>
    host === 'registries' ? open.flatMap((ecosystem) => publicRegistries[ecosystem]) : [host],
  )
}

/** Where a sandbox finds a registry of the operator's. */
export const mirrorAddress = (ecosystem: Ecosystem): string => `http://${ecosystem}.packages.internal/`

/**
 * The root of a registry, and the folder in it for package managers. Pages of Python packages lie in a folder such as
 * `simple`, and link to files beside that folder.
 */
export const placesOf = (ecosystem: Ecosystem, upstream: string) => {
  const url = new URL(upstream)
  const [folder] = /[^/]{0,200}simple\/?$/.exec(url.pathname) ?? []
  if (ecosystem !== 'pypi' || folder === undefined) return { root: upstream, folder: '' }
  url.pathname = url.pathname.slice(0, -folder.length)
  return { root: url.href, folder: `${folder.replace(/\/$/, '')}/` }
}

/** Registries of the operator's: internal hosts for the sandbox, behind which the broker adds user and password. */
export const mirrorsOf = ({ registries }: Pick<PackageParts, 'registries'>, ecosystems: readonly Ecosystem[]) => {
  const routes: Record<string, Route> = {}
  const seenAs: (readonly [Ecosystem, string])[] = []
  for (const ecosystem of ecosystems) {
    const upstream = registries[ecosystem]
    if (upstream === undefined) continue
    const { root, folder } = placesOf(ecosystem, upstream)
    const address = mirrorAddress(ecosystem)
    routes[new URL(address).hostname] = registryRoute(root, address)
    seenAs.push([ecosystem, address + folder])
  }
  return { routes, seenAs }
}
