import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SandboxDriver, SandboxLimits } from '../sandbox/index.ts'
import type { PreviewStatus, PreviewVersion } from './preview.ts'
import type { FarVisit, ProgramHolders } from './programs/program.ts'
import type { ToolbarOrigins } from './gateway/toolbar-policy.ts'

/**
 * Parts and limits for the previews in a server process. `running` is the most programs at one time
 * (`ATELIER_PREVIEW_LIMIT`); `idleMs` is how long one without requests runs; `healthMs` how long a start may take.
 * `accessCookie` and `isSecure` match the gateway.
 */
export interface PreviewParts {
  readonly sandboxes: SandboxDriver
  readonly socketFolder: string
  readonly limits: SandboxLimits
  readonly running: number
  readonly idleMs: number
  readonly healthMs: number
  readonly accessCookie: string
  readonly isSecure: boolean
  /** Decide which process runs a program; undefined if there is one process. */
  readonly holders?: ProgramHolders | undefined
}

/** `live` once the version takes the traffic of its site; else why not, as a sentence for people. */
export type DeployResult = { readonly outcome: 'live' } | { readonly outcome: 'failed'; readonly sentence: string }

/**
 * The previews that this process serves. A site is a name that survives its versions, such as the label of its host. No
 * registration survives the process: the first request of a version starts it.
 */
export interface Previews {
  /**
   * Makes a version take the traffic of its site: starts it, waits until it answers its health path, then sends new
   * requests to it. The former version serves until then, finishes its requests and is stopped. A version that fails
   * changes nothing. A version that already serves answers at once. Aborting `signal` stops the start.
   */
  deploy(site: string, version: PreviewVersion, signal?: AbortSignal): Promise<DeployResult>
  /** Answers a request, and starts a version that sleeps; with `toolbar`, pages that allow it get the toolbar. */
  serve(
    site: string,
    version: PreviewVersion,
    request: IncomingMessage,
    response: ServerResponse,
    toolbar?: ToolbarOrigins,
  ): Promise<void>
  /** Connects a WebSocket, like `serve`. */
  connect(site: string, version: PreviewVersion, request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** A function that serves a visit of another process; undefined if its program does not run here. */
  lend(wanted: FarVisit): Promise<((socket: Duplex) => Promise<void>) | undefined>
  /** Stops the program of a site at once; the next request starts it again. */
  sleep(site: string): Promise<void>
  /** Stops the site, and forgets it: for a build that is about to be removed. */
  remove(site: string): Promise<void>
  /** Every site that this process knows; including static sites. */
  statuses(): readonly PreviewStatus[]
  close(): Promise<void>
}
