import type { PreviewVersion } from './preview.ts'
import type { PreviewParts, Previews } from './previews-api.ts'
import { proxyLimits, type ProxyLimits } from './gateway/proxy-limits.ts'
import type { Launch } from './programs/program.ts'
import { Runner } from './programs/runner.ts'
import { Site } from './site.ts'
import { programStarter } from './programs/start-program.ts'

/** The previews of this process: programs in sandboxes, and sites of files. */
export const openPreviews = (parts: PreviewParts): Previews => openPreviewsWith(programStarter(parts), parts)

type ServingParts = Pick<PreviewParts, 'running' | 'idleMs' | 'healthMs' | 'accessCookie' | 'isSecure' | 'holders'> & {
  readonly proxyLimits?: ProxyLimits
}

/** Opens previews over any programs. */
export const openPreviewsWith = (launch: Launch, parts: ServingParts): Previews => {
  const sites = new Map<string, Site>()
  let isClosed = false

  const siteOf = (name: string): Site => {
    const before = sites.get(name)
    if (before) return before
    const runnerParts = {
      launch,
      healthMs: parts.healthMs,
      holders: parts.holders,
      takePlace: (workspace: string) => (isClosed ? 'This server is about to stop.' : takePlace(name, workspace)),
    }
    const { accessCookie, isSecure, proxyLimits: limits = proxyLimits } = parts
    const site = new Site(name, {
      rules: { accessCookie, isSecure, limits },
      idleMs: parts.idleMs,
      openRunner: (version: PreviewVersion) => new Runner(runnerParts, name, version),
    })
    sites.set(name, site)
    return site
  }

  /**
   * A site whose version is replaced has two programs for a while, which count as one. The site that is idle longest
   * makes place; if no site is idle, a site of the workspace that has the most, unless it would then have fewer than
   * the other workspace.
   */
  const takePlace = (name: string, workspace: string): string | undefined => {
    const others = [...sites].flatMap(([other, site]) => (other !== name && site.takesPlace ? [site] : []))
    if (sites.get(name)?.takesPlace || others.length < parts.running) return undefined
    const [longestIdle] = others.filter(({ idle }) => idle !== undefined).sort(byIdleness)
    const ending = longestIdle ?? beyondShare(others, workspace)
    if (!ending) return `All ${parts.running} running previews are in use. Try again in a minute.`
    ending.sleep().catch(() => {})
    return undefined
  }

  return {
    deploy: (site, version, signal) => siteOf(site).deploy(version, signal),
    serve: (site, version, request, response, toolbar) =>
      siteOf(site).visit(version, { kind: 'request', request, response, toolbar }),
    connect: (site, version, request, socket, head) =>
      siteOf(site).visit(version, { kind: 'socket', request, socket, head }),
    lend: async (wanted) => sites.get(wanted.site)?.lend(wanted),
    sleep: async (site) => sites.get(site)?.sleep(),
    remove: async (site) => {
      const removed = sites.get(site)
      sites.delete(site)
      await removed?.sleep()
    },
    statuses: () => [...sites.values()].flatMap(({ status }) => status ?? []),
    close: async () => {
      isClosed = true
      await Promise.all([...sites.values()].map((site) => site.sleep()))
    },
  }
}

const byIdleness = ({ idle: one }: Site, { idle: other }: Site) =>
  Number(one!.hasSockets) - Number(other!.hasSockets) || one!.sinceMs - other!.sinceMs

/** The site that the workspace with most programs loses to another: always-on sites last, the longest unused first. */
const beyondShare = (running: readonly Site[], asking: string): Site | undefined => {
  const bySpace = Map.groupBy(running, ({ workspace }) => workspace)
  const [most = []] = [...bySpace.values()].sort((one, other) => other.length - one.length)
  if (most.length <= (bySpace.get(asking)?.length ?? 0) + 1) return undefined
  return [...most].sort(
    (one, other) => Number(one.isAlwaysOn) - Number(other.isAlwaysOn) || one.lastRequestMs - other.lastRequestMs,
  )[0]
}
