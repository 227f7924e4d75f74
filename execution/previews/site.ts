import { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PreviewPage } from './gateway/preview-page.ts'
import type { PreviewStatus, PreviewVersion } from './preview.ts'
import type { DeployResult } from './previews-api.ts'
import type { NoProgram, Program, FarVisit } from './programs/program.ts'
import type { ProxyRules } from './gateway/proxy-headers.ts'
import type { ProxyLimits } from './gateway/proxy-limits.ts'
import { proxyPages } from './gateway/proxy-pages.ts'
import { proxyRequest } from './gateway/proxy-request.ts'
import { proxySocket } from './gateway/proxy-socket.ts'
import { isProgram, type Runner } from './programs/runner.ts'
import { serveFiles } from './gateway/serve-files.ts'
import { pageWhileDown, refuse, rootOf, visitsOf, type ServedVersion, type Visit } from './programs/served-version.ts'

interface SiteParts {
  readonly rules: ProxyRules & { readonly limits: ProxyLimits }
  readonly idleMs: number
  readonly openRunner: (version: PreviewVersion) => Runner
}

/** A deployment is recorded after its version took the traffic: until then requests name the version before. */
const unrecordedMs = 60_000
/** Requests to a former version may take so long to end. */
const drainMs = 10 * 60_000

/** A site, the version that takes its traffic, and former versions that finish their requests. */
export class Site {
  readonly #name: string
  readonly #parts: SiteParts
  #current: ServedVersion | undefined
  #next: ServedVersion | undefined
  /** The highest generation that a request named, and so the highest that is recorded as served. */
  #recorded = 0
  #unrecordedUntilMs = 0
  readonly #draining = new Map<ServedVersion, NodeJS.Timeout>()
  readonly #following = new Map<string, Promise<void>>()
  #changing: Promise<unknown> = Promise.resolve()
  #held = 0
  #lastRequestMs = Date.now()
  #idleTimer: NodeJS.Timeout | undefined

  constructor(name: string, parts: SiteParts) {
    this.#name = name
    this.#parts = parts
  }

  deploy(version: PreviewVersion, signal?: AbortSignal): Promise<DeployResult> {
    return this.#change(async () => {
      if (version.generation < this.#newestGeneration) return superseded
      if (this.#current?.version.id === version.id && !(await this.#problemOf(this.#current, signal)))
        return { outcome: 'live' }
      const served = this.#open(version)
      const problem = await this.#problemOf(served, signal)
      this.#next = undefined
      if (problem) {
        await served.runner?.stop()
        return { outcome: 'failed', sentence: problem.sentence }
      }
      this.#unrecordedUntilMs = Date.now() + unrecordedMs
      this.#replaceBy(served)
      return { outcome: 'live' }
    })
  }

  /** Settles when the visit has ended. */
  async visit(version: PreviewVersion, visit: Visit): Promise<void> {
    const open = this.#held + (this.#current ? visitsOf(this.#current) : 0)
    if (open >= this.#parts.rules.limits.connections) {
      refuse(visit, proxyPages.tooManyConnections)
      return
    }
    const served = await this.#versionFor(version)
    clearTimeout(this.#idleTimer)
    await this.#during(served, visit.kind === 'request' ? visit : visit.socket, () =>
      served.runner ? this.#pass(served.runner, visit) : serveRoot(served, visit),
    )
  }

  /** A function that serves a visit of another process; undefined if the program of the version does not run here. */
  async lend({ version, visit }: FarVisit): Promise<((socket: Duplex) => Promise<void>) | undefined> {
    const served = [this.#current, this.#next, ...this.#draining.keys()].find((known) => known?.version.id === version)
    const pending = served?.runner?.pending
    if (!pending) return undefined
    if (visit === 'ready') return async (socket) => tellReady(await pending, socket)
    const found = await pending
    if (!isProgram(found) || found.isFar) return undefined
    const { connections, connectMs } = this.#parts.rules.limits
    return async (socket) => {
      if (visitsOf(served) >= connections) return void socket.destroy()
      clearTimeout(this.#idleTimer)
      await this.#during(served, visit === 'socket' ? socket : { far: socket }, async () => {
        const near = await found.connect(AbortSignal.timeout(connectMs)).catch(() => undefined)
        if (near) await Promise.allSettled([pipeline(socket, near), pipeline(near, socket)])
        else socket.destroy()
      })
    }
  }

  /** Counts a visit for as long as it lasts: a request, or the socket of another visit. */
  async #during(served: ServedVersion, visit: object, work: () => Promise<void>): Promise<void> {
    const visits: Set<object> = visit instanceof Duplex ? served.sockets : served.requests
    visits.add(visit)
    try {
      await work()
    } finally {
      visits.delete(visit)
      this.#lastRequestMs = Date.now()
      if (this.#draining.has(served) && served.requests.size === 0) this.#end(served)
      this.#restIfIdle()
    }
  }

  /** Whether one of its programs starts or runs in this process. */
  get takesPlace(): boolean {
    return [this.#current, this.#next].some((served) => served?.runner?.takesPlace)
  }

  get workspace(): string | undefined {
    return (this.#current ?? this.#next)?.version.workspace
  }

  get isAlwaysOn(): boolean {
    return this.#current?.version.isAlwaysOn ?? false
  }

  /** When its last request ended, in milliseconds since 1970. */
  get lastRequestMs(): number {
    return this.#lastRequestMs
  }

  /** The newest served one, also if it is not recorded yet: its record may still come. */
  get #newestGeneration(): number {
    const isUnrecorded = Date.now() < this.#unrecordedUntilMs
    return Math.max(this.#recorded, isUnrecorded ? (this.#current?.version.generation ?? 0) : 0)
  }

  /** Since when its program may be put to sleep, and whether WebSockets are open; undefined if it may not. */
  get idle(): { readonly sinceMs: number; readonly hasSockets: boolean } | undefined {
    const { runner, version, requests, sockets } = this.#current ?? {}
    if (this.#next || runner?.state !== 'running' || version?.isAlwaysOn || requests?.size !== 0) return undefined
    return { sinceMs: this.#lastRequestMs, hasSockets: sockets?.size !== 0 }
  }

  get status(): PreviewStatus | undefined {
    const served = this.#current ?? this.#next
    if (!served) return undefined
    const { version, runner } = served
    return {
      site: this.#name,
      versionId: version.id,
      state: runner?.state ?? 'running',
      sentence: runner?.sentence,
      lastRequestMs: this.#lastRequestMs,
    }
  }

  /** Stops all its programs at once; the next visit starts one again. */
  async sleep(): Promise<void> {
    clearTimeout(this.#idleTimer)
    const former = [...this.#draining.keys()]
    for (const timer of this.#draining.values()) clearTimeout(timer)
    this.#draining.clear()
    const all = [this.#current, this.#next, ...former].filter((served) => served !== undefined)
    for (const { sockets } of all) for (const socket of sockets) socket.destroy()
    await Promise.all(all.flatMap(({ runner }) => (runner ? [runner.stop()] : [])))
  }

  async #pass(runner: Runner, visit: Visit) {
    const found = await runner.program()
    if (!isProgram(found)) refuse(visit, pageWhileDown(found))
    else if (visit.kind === 'request')
      await proxyRequest(found, { ...this.#parts.rules, toolbar: visit.toolbar }, visit.request, visit.response)
    else await proxySocket(found, this.#parts.rules, visit.request, visit.socket, visit.head)
  }

  /**
   * The version that answers a visit for `version`: a visit that comes while it takes over waits. A late visit, whose row
   * was read before a newer one was recorded, gets the newer version.
   */
  async #versionFor(version: PreviewVersion): Promise<ServedVersion> {
    this.#current ??= this.#serve(version)
    const isLate = version.generation < this.#recorded
    this.#recorded = Math.max(this.#recorded, version.generation)
    const { id, generation } = this.#current.version
    const isUnrecorded = generation > version.generation && Date.now() < this.#unrecordedUntilMs
    if (id === version.id || isLate || isUnrecorded) return this.#current
    this.#held += 1
    try {
      await this.#follow(version)
      return this.#current
    } finally {
      this.#held -= 1
    }
  }

  /** Another process has deployed this version: it takes over here too, and reports if it does not start. */
  #follow(version: PreviewVersion): Promise<void> {
    const underWay = this.#following.get(version.id)
    if (underWay) return underWay
    const following = this.#change(async () => {
      if (this.#current?.version.id === version.id || version.generation < this.#recorded) return
      const served = this.#open(version)
      await this.#problemOf(served)
      this.#next = undefined
      this.#replaceBy(served)
    }).finally(() => this.#following.delete(version.id))
    this.#following.set(version.id, following)
    return following
  }

  #serve(version: PreviewVersion): ServedVersion {
    return {
      version,
      runner: version.build.kind === 'static' ? undefined : this.#parts.openRunner(version),
      requests: new Set(),
      sockets: new Set(),
    }
  }

  #open(version: PreviewVersion): ServedVersion {
    this.#next = this.#serve(version)
    return this.#next
  }

  /** Undefined once the version can take the traffic. */
  async #problemOf({ version, runner }: ServedVersion, signal?: AbortSignal): Promise<NoProgram | undefined> {
    if (!runner) return (await rootOf(version)) === undefined ? noFolder : undefined
    const found = await runner.program(signal)
    return isProgram(found) ? undefined : found
  }

  #replaceBy(served: ServedVersion) {
    if (this.#current) this.#drain(this.#current)
    this.#current = served
    this.#restIfIdle()
  }

  /** Ends a version once its requests have ended. Browsers open their WebSockets again, to the next version. */
  #drain(served: ServedVersion) {
    for (const socket of served.sockets) socket.destroy()
    this.#draining.set(served, setTimeout(() => this.#end(served), drainMs).unref())
    if (served.requests.size === 0) this.#end(served)
  }

  #end(served: ServedVersion) {
    clearTimeout(this.#draining.get(served))
    this.#draining.delete(served)
    served.runner?.stop().catch(() => {})
  }

  #restIfIdle() {
    clearTimeout(this.#idleTimer)
    const current = this.#current
    if (!current?.runner || current.version.isAlwaysOn || visitsOf(current) > 0) return
    const { runner } = current
    this.#idleTimer = setTimeout(() => void runner.stop().catch(() => {}), this.#parts.idleMs).unref()
  }

  /** One change after another: two versions that come at once take over in turn. */
  #change<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#changing.then(work, work)
    this.#changing = done
    return done
  }
}

const tellReady = async (found: Program | NoProgram, socket: Duplex) => {
  if (!isProgram(found)) socket.end(JSON.stringify(found))
  else if (found.isFar) socket.destroy()
  else socket.end('{}')
}

const serveRoot = async ({ version }: ServedVersion, visit: Visit): Promise<void> => {
  const root = visit.kind === 'request' ? await rootOf(version).catch(() => 'unfetched' as const) : undefined
  if (root === 'unfetched') {
    refuse(visit, pageWhileDown(unfetched))
    return
  }
  const { build } = version
  if (visit.kind === 'socket' || root === undefined) {
    refuse(visit, noFiles)
    return
  }
  await serveFiles(root, { isSinglePage: build.isSinglePage, toolbar: visit.toolbar }, visit.request, visit.response)
}

const superseded: DeployResult = {
  outcome: 'failed',
  sentence: 'A newer version of this preview is served already.',
}

const noFolder: NoProgram = {
  sentence: 'The folder that this site is served from is missing in its build.',
  waitMs: 0,
}

const unfetched: NoProgram = {
  sentence: 'The files of this preview cannot be fetched at the moment.',
  waitMs: 10_000,
}

const noFiles: PreviewPage = {
  status: 404,
  title: 'Page not found',
  sentence: 'This preview has no files at this address.',
}
