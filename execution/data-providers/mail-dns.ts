import { dnsRecords } from '../../platform/fetch/index.ts'
import { withResolver, type DnsSettings } from '../mail/mail-texts.ts'

/** Whether the servers of a domain take mail: `unknown` where DNS did not answer in time or contradicts itself. */
type MailDns = 'takes_mail' | 'no_mail' | 'unknown'

const recordsMost = 50

/**
 * Asks for the mail servers of a domain. No connection is made to the answered address. A domain with one null MX (RFC
 * 7505) takes no mail; one without MX takes it at its own address, if it has one (RFC 5321, section 5.1).
 */
export const openMailDns = (settings: DnsSettings = {}) => ({
  check: (domain: string) =>
    withResolver(settings, async (resolver): Promise<MailDns> => {
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
    }),
})

export type MailDnsCheck = ReturnType<typeof openMailDns>
