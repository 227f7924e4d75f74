import type { IncomingMessage } from 'node:http'
import proxyAddr, { compile } from '@fastify/proxy-addr'

/**
 * The address of the sender of a request, as the API reads it: `X-Forwarded-For` is believed of these networks alone.
 */
export const ipReader = (trustedProxies: readonly string[]): ((request: IncomingMessage) => string) => {
  const isTrusted = trustedProxies.length > 0 ? compile([...trustedProxies]) : () => false
  return (request) => proxyAddr(request, isTrusted)
}
