import { Resolver } from 'node:dns/promises'
import { dnsRecords } from '../../platform/fetch/index.ts'

/** Whether the servers of a domain take mail: `unknown` where DNS did not answer in time or contradicts itself. */
type MailDns = 'takes_mail' | 'no_mail' | 'unknown'

interface MailDnsSettings {
  /** Servers that replace the system's servers, such as `127.0.0.1:5353`. */
  readonly servers?: readonly string[]
  readonly timeoutMs?: number
}

const recordsMost = 50
const tries = 2

/**
 * Asks for the mail servers of a domain. No connection is made to the answered address. A domain with one null MX (RFC
 * 7505) takes no mail; one without MX takes it at its own address, if it has one (RFC 5321, section 5.1).
 */
export const openMailDns = ({ servers = [], timeoutMs = 2_000 }: MailDnsSettings = {}) => ({
  check: async (domain: string): Promise<MailDns> => {
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers.length > 0) resolver.setServers(servers)
    // The resolver keeps its own time for each server; this is the end of all of it.
    const end = setTimeout(() => resolver.cancel(), timeoutMs * 3)
    try {
      const exchanges = (await dnsRecords(resolver.resolveMx(domain)))?.slice(0, recordsMost)
      if (exchanges === undefined) return 'unknown'
      if (exchanges.length === 1 && ['', '.'].includes(exchanges[0]!.exchange)) return 'no_mail'
      if (exchanges.some(({ exchange }) => exchange.includes('.'))) return 'takes_mail'
      const [four, six] = await Promise.all([
        dnsRecords(resolver.resolve4(domain)),
        dnsRecords(resolver.resolve6(domain)),
      ])
      if (four === undefined || six === undefined) return 'unknown'
      return four.length + six.length > 0 && exchanges.length === 0 ? 'takes_mail' : 'no_mail'
    } finally {
      clearTimeout(end)
    }
  },
})

export type MailDnsCheck = ReturnType<typeof openMailDns>
