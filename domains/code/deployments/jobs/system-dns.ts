import { Resolver } from 'node:dns/promises'
import type { DnsResolver } from './check-domains.ts'

const timeoutMs = 2_000
const tries = 2

/** The DNS that the operating system names. A server that does not answer in time counts as without records. */
export const systemDns = (): DnsResolver => {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  return {
    txt: async (name) => (await resolver.resolveTxt(name).catch(() => [])).map((parts) => parts.join('')),
    cname: async (name) => resolver.resolveCname(name).catch(() => []),
  }
}
