import { Resolver } from 'node:dns/promises'
import { dnsRecords } from '../../platform/fetch/index.ts'

export interface DnsSettings {
  /** Servers that replace the system's servers, such as `127.0.0.1:5353`. */
  readonly servers?: readonly string[]
  readonly timeoutMs?: number
}

const tries = 2

/** Lends a resolver for a few questions. It keeps its own time for each server; all end after three times the limit. */
export const withResolver = async <T>(
  { servers = [], timeoutMs = 2_000 }: DnsSettings,
  work: (resolver: Resolver, isLate: () => boolean) => Promise<T>,
): Promise<T> => {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)
  let isLate = false
  const end = setTimeout(() => {
    isLate = true
    resolver.cancel()
  }, timeoutMs * 3)
  try {
    return await work(resolver, () => isLate)
  } finally {
    clearTimeout(end)
  }
}

const textsMost = 50

/** Reads texts of DNS. */
export const openMailTexts = (settings: DnsSettings = {}) => ({
  /** `work` reads the texts at names: empty if a name has none, undefined if DNS did not answer in time. */
  reading: <T>(work: (read: (name: string) => Promise<readonly string[] | undefined>) => Promise<T>): Promise<T> =>
    withResolver(settings, (resolver, isLate) =>
      work(async (name) => {
        const texts = isLate() ? undefined : await dnsRecords(resolver.resolveTxt(name))
        return texts?.slice(0, textsMost).map((pieces) => pieces.join(''))
      }),
    ),
})

export type MailTexts = ReturnType<typeof openMailTexts>
