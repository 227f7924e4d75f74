import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr, { compile } from '@fastify/proxy-addr'

/** Where this server is reached. */
export interface OwnAddress {
  /** The origin for browsers, if it was configured. */
  readonly publicOrigin?: string | undefined
  /** The host that it listens on; by default 127.0.0.1. */
  readonly listensOn?: string
}

/** The client's name for this server: the public origin, an own address that was asked, or `usual`. */
export const ownOrigin = (host: string | undefined, own: OwnAddress, usual: () => string): string => {
  if (own.publicOrigin !== undefined) return own.publicOrigin
  const origin = `http://${host}`
  const isOrigin = URL.canParse(origin) && new URL(origin).origin === origin
  return isOrigin && isOwnOrigin({ headers: { origin, host } }, own) ? origin : usual()
}

/**
 * True if a browser reports that a page of this server sent the request. Without a public origin this is the address of
 * the request, if it is an IP address, localhost or the host that the server listens on: a stranger's DNS may point any
 * other name here. The server itself speaks only http.
 */
export const isOwnOrigin = (
  { headers: { origin, host } }: { readonly headers: IncomingHttpHeaders },
  { publicOrigin, listensOn }: OwnAddress,
): boolean => {
  if (origin === undefined) return false
  if (publicOrigin !== undefined) return origin === publicOrigin
  if (origin !== `http://${host}` || !URL.canParse(origin)) return false
  const name = new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(name) !== 0 || name === 'localhost' || name === listensOn?.toLowerCase()
}

/** Returns the sender's address of a request: `X-Forwarded-For` is trusted only from these networks. */
export const ipReader = (trustedProxies: readonly string[]): ((request: IncomingMessage) => string) => {
  const isTrusted = trustedProxies.length > 0 ? compile([...trustedProxies]) : () => false
  return (request) => proxyAddr(request, isTrusted)
}
