import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  connectedDomains,
  type BuildLimits,
  type CommitBuilder,
  openProgramHolders,
  openResolver,
  openVersions,
  systemDns,
  type DnsResolver,
  type PreviewExecutor,
  type PreviewSite,
  type Versions,
} from '../../domains/code/deployments/index.ts'
import {
  buildCommit,
  labelOf,
  openCamera,
  openGateway,
  openPreviews,
  openStoredBuilds,
  removeUnfinishedBuilds,
  type Previews,
  type StoredBuilds,
} from '../../execution/previews/index.ts'
import type { SandboxLimits } from '../../execution/sandbox/index.ts'
import type { Configuration } from '../../platform/configuration/index.ts'
import { ipReader, openStrangerCount, type Sites } from '../../platform/http/index.ts'
import type { Closer } from './closer.ts'
import type { Foundation } from './foundation.ts'
import type { Links } from './links.ts'

/** The parts that build and serve deployments. */
export interface PreviewWork {
  /** Undefined if previews are switched off. */
  readonly previewExecutor: (PreviewExecutor & { readonly previews: Previews }) | undefined
  readonly previewSite: PreviewSite
  readonly buildFolder: string
  readonly storedBuilds: StoredBuilds
  readonly buildLimits: BuildLimits
  readonly versions: Versions
  readonly dns: DnsResolver
}

interface WorkSettings {
  readonly sandboxLimits: SandboxLimits
  readonly egressHosts: Configuration['sandbox']['egressHosts']
  readonly registries: Configuration['sandbox']['registries']
}

const healthMs = 120_000
const isSecure = ({ previews }: Configuration) => previews.url?.startsWith('https:') ?? false
// A browser takes a cookie with this prefix only from its own host: no other preview can put one in its place.
const accessCookieOf = (configuration: Configuration) =>
  isSecure(configuration) ? '__Host-atelier_preview' : 'atelier_preview'

export const openPreviewWork = async (
  configuration: Configuration,
  parts: Foundation & WorkSettings,
  closing: Closer,
): Promise<PreviewWork> => {
  const buildFolder = join(configuration.storage.dataFolder, 'previews')
  const isOn = isPossible(configuration, parts)
  const storedBuilds = openStoredBuilds(parts.objects)
  const building = { ...parts, storedBuilds }
  const previewExecutor = isOn ? await openExecutor(configuration, building, buildFolder, closing) : undefined
  return {
    previewExecutor,
    previewSite: openPreviewSite(configuration, parts, isOn),
    buildFolder,
    storedBuilds,
    buildLimits: buildLimitsOf(configuration),
    versions: openVersions({ ...building, buildFolder }, parts.log),
    dns: systemDns(),
  }
}

const buildLimitsOf = ({ previews }: Configuration): BuildLimits => ({
  perHost: previews.buildsPerHost,
  projectBytes: previews.projectBuildBytes,
  instanceBytes: previews.instanceBuildBytes,
})

const isPossible = ({ previews }: Configuration, { sandboxes, log }: Pick<Foundation, 'sandboxes' | 'log'>) => {
  if (!previews.isOn || sandboxes.isolates) return previews.isOn
  // Without isolation a program of a client would be one of the server's own user.
  log.warn({ driver: sandboxes.name }, 'Previews are off because the sandbox driver does not isolate')
  return false
}

const openExecutor = async (
  configuration: Configuration,
  parts: BuildingParts,
  buildFolder: string,
  closing: Closer,
) => {
  const { running, idleMs } = configuration.previews
  await mkdir(buildFolder, { recursive: true, mode: 0o700 })
  await removeUnfinishedBuilds(buildFolder)
  const { sandboxes, socketFolder, sandboxLimits: limits } = parts
  const accessCookie = accessCookieOf(configuration)
  const served = { running, idleMs, healthMs, accessCookie, isSecure: isSecure(configuration) }
  const holders = openHolders(configuration, parts, closing)
  const previews = openPreviews({ sandboxes, socketFolder, limits, holders, ...served })
  closing.onClose(() => previews.close())
  const takePictures = openCamera({ sandboxes, socketFolder, limits, previews })
  return { commitBuilder: openCommitBuilder(parts), previews, takePictures }
}

const openHolders = ({ work }: Configuration, { relay, database, log }: Foundation, closing: Closer) => {
  const holders = relay && openProgramHolders({ database, relay, log, leaseMs: work.stepLeaseSeconds * 1_000 })
  if (holders) closing.onClose(() => holders.close())
  return holders
}

type BuildingParts = Foundation & WorkSettings & Pick<PreviewWork, 'storedBuilds'>

/** Stores each build before a row names it, so that any machine can serve it. */
const openCommitBuilder = (parts: BuildingParts): CommitBuilder => ({
  build: async (wanted, { id: projectId, runtime, variables }) => {
    const { previews: override = {}, setup, fetch } = runtime
    const commit = { ...wanted, projectId, override, setup: { setup, fetch }, variables }
    const built = await buildCommit({ ...parts, limits: parts.sandboxLimits }, commit)
    if ('failed' in built) return built
    const object = await parts.storedBuilds.store(built.build, wanted.objectKey, wanted.signal)
    return { ...built, build: { ...built.build, object } }
  },
})

/** Hosts of previews without a setting: browsers lead every name below localhost to this machine. */
const localDomain = 'preview.localhost'

const openPreviewSite = (
  { listen, previews }: Configuration,
  { address, previewTokens }: Pick<Foundation, 'address' | 'previewTokens'>,
  isOn: boolean,
): PreviewSite => {
  const base = () => new URL(previews.url ?? `http://${localDomain}:${new URL(address.baseUrl).port}`)
  return {
    isOn,
    urlOf: (label) => {
      const { protocol, host } = base()
      return `${protocol}//${label}.${host}`
    },
    labelOf: (host) => labelOf(host, base().hostname),
    targetOf: (label) => `${label}.${base().hostname}`,
    ownHosts: () => [base().hostname, ...(listen.publicUrl ? [new URL(listen.publicUrl).hostname] : [])],
    tokens: previewTokens,
  }
}

type ServedParts = Pick<Foundation, 'database' | 'log'> & Pick<Links, 'linkTo'> & PreviewWork

const domainsKnownMs = 15_000

/** Serves previews on the listener of the server; undefined if they are switched off. */
export const openPreviewSites = async (
  configuration: Configuration,
  parts: ServedParts,
  closing: Closer,
): Promise<Sites | undefined> => {
  if (!parts.previewExecutor) return undefined
  const { database, log } = parts
  let domains: ReadonlySet<string> = new Set()
  const readDomains = async () => {
    domains = new Set(await database.identity(connectedDomains))
  }
  await readDomains()
  const reading = setInterval(
    () => void readDomains().catch((error: unknown) => log.warn({ err: error }, 'Could not read the domains')),
    domainsKnownMs,
  ).unref()
  closing.onClose(async () => clearInterval(reading))
  return openGateway({
    domain: new URL(configuration.previews.url ?? `http://${localDomain}`).hostname,
    isOwnDomain: (host) => domains.has(host),
    accessCookie: accessCookieOf(configuration),
    isSecure: isSecure(configuration),
    previews: parts.previewExecutor.previews,
    consoleOrigin: () => new URL(parts.linkTo('/')).origin,
    ipOf: ipReader(configuration.listen.trustedProxies),
    resolve: openResolver({ ...parts, countStranger: openStrangerCount(configuration.rates) }).resolve,
  })
}
