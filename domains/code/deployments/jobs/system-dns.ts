import { Resolver } from 'node:dns/promises'
import { dnsRecords } from '../../../../platform/fetch/index.ts'
import type { DnsResolver } from './check-domains.ts'

const timeoutMs = 2_000
const tries = 2

/** The DNS that the operating system names, or that of `servers`, such as `127.0.0.1:5353`. */
export const systemDns = (servers: readonly string[] = []): DnsResolver => {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    txt: async (name) => (await dnsRecords(resolver.resolveTxt(name)))?.map((parts) => parts.join('')),
    cname: (name) => dnsRecords(resolver.resolveCname(name)),
  }
}
