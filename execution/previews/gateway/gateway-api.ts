import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Previews } from '../previews-api.ts'
import type { PreviewVersion } from '../preview.ts'

/**
 * A request for a preview. `label` is what comes before the preview domain, undefined for a domain of a client's own.
 * `access` are the values of the access cookie: over plain HTTP another preview can add its own for the whole domain, and
 * a browser may send that first. `url` is path and query. `ip` is the visitor's address, behind proxies that are trusted.
 */
export interface PreviewRequest {
  readonly host: string
  readonly label: string | undefined
  readonly method: string
  readonly url: string
  readonly access: readonly string[]
  readonly ip: string
}

/**
 * The target that answers a request.
 *
 * - `version`: the version of a site; `hasToolbar` puts the toolbar into its pages.
 * - `page`: a page for people with a status, such as 503 while it is built; `refreshSeconds` loads it again.
 * - `redirect`: leads elsewhere, with status 303; `access` sets the access cookie only for this host, for
 *   `maxAgeSeconds`.
 */
export type PreviewTarget =
  | { readonly kind: 'version'; readonly site: string; readonly version: PreviewVersion; readonly hasToolbar?: boolean }
  | {
      readonly kind: 'page'
      readonly status: 403 | 404 | 410 | 429 | 502 | 503
      readonly title: string
      readonly sentence: string
      readonly refreshSeconds?: number
    }
  | {
      readonly kind: 'redirect'
      readonly location: string
      readonly access?: { readonly value: string; readonly maxAgeSeconds: number }
    }

/**
 * - `domain` is the preview domain, such as `preview.localhost`; a preview has the host `<label>.<domain>`.
 * - `isOwnDomain` decides whether a host outside of it is a preview too; by default no host is.
 * - `accessCookie` is the name of the cookie that no program gets or sets; `isSecure` marks it for HTTPS only.
 * - `consoleOrigin` is the origin of the toolbar's frame, once the server listens; without an origin no page has the
 *   toolbar.
 * - `ipOf` returns the sender's address.
 * - `resolve` decides only from the request. Where it rejects, the answer is 502.
 */
export interface GatewayInput {
  readonly domain: string
  readonly isOwnDomain?: (host: string) => boolean
  readonly accessCookie: string
  readonly isSecure: boolean
  readonly previews: Previews
  readonly consoleOrigin?: () => string
  readonly ipOf: (request: IncomingMessage) => string
  readonly resolve: (request: PreviewRequest) => Promise<PreviewTarget | undefined>
}

/**
 * Serves previews on the listener of the server. `owns` is true for the domain and all that is below it: such a request
 * must not reach the API. `request` and `upgrade` answer it, also for an unknown preview.
 */
export interface PreviewGateway {
  owns(request: IncomingMessage): boolean
  request(request: IncomingMessage, response: ServerResponse): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Cuts every WebSocket. */
  close(): void
}
