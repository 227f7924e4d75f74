import type { IncomingHttpHeaders } from 'node:http'

/** The host name of a request in lower case, without its port and a dot at its end; undefined without a host. */
export const hostOf = ({ host }: Pick<IncomingHttpHeaders, 'host'>): string | undefined =>
  host?.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/** Whether a host is a domain or anything below it. */
export const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

/** The label before the preview domain; undefined for the domain itself, and for texts that are no label of a preview. */
export const labelOf = (host: string, domain: string): string | undefined => {
  if (!host.endsWith(`.${domain}`)) return undefined
  const label = host.slice(0, -domain.length - 1)
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) ? label : undefined
}

/**
 * Whether a page of another site or of another preview made the request, other than by leading the whole window here.
 * All previews are one site to a browser, so that their cookies would go along. Older browsers, and browsers that open
 * a WebSocket, send only the origin. Source: Fetch Metadata Request Headers, W3C.
 */
export const isFromForeignPage = (method: string, headers: IncomingHttpHeaders): boolean => {
  const site = headers['sec-fetch-site']
  if (site === undefined) return isForeignOrigin(headers)
  if (site !== 'same-site' && site !== 'cross-site') return false
  const opensWindow = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return !(opensWindow && (method === 'GET' || method === 'HEAD'))
}

const isForeignOrigin = ({ origin, host }: IncomingHttpHeaders) =>
  origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host?.toLowerCase())
