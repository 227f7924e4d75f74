import type { IncomingMessage } from 'node:http'
import proxyAddr, { compile } from '@fastify/proxy-addr'

/** Returns the sender's address of a request: `X-Forwarded-For` is trusted only from these networks. */
export const ipReader = (trustedProxies: readonly string[]): ((request: IncomingMessage) => string) => {
  const isTrusted = trustedProxies.length > 0 ? compile([...trustedProxies]) : () => false
  return (request) => proxyAddr(request, isTrusted)
}
