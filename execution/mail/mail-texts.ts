import { Resolver } from 'node:dns/promises'
import { dnsRecords } from '../../platform/fetch/index.ts'

interface MailTextsSettings {
  /** Servers that replace the system's servers, such as `127.0.0.1:5353`. */
  readonly servers?: readonly string[]
  readonly timeoutMs?: number
}

type ReadTexts = (name: string) => Promise<readonly string[] | undefined>

const tries = 2
const textsMost = 50

/** Reads texts of DNS. A whole reading ends after three times the limit. */
export const openMailTexts = ({ servers = [], timeoutMs = 2_000 }: MailTextsSettings = {}) => ({
  /** `work` reads the texts at names: empty if a name has none, undefined if DNS did not answer in time. */
  reading: async <T>(work: (read: ReadTexts) => Promise<T>): Promise<T> => {
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers.length > 0) resolver.setServers(servers)
    let isLate = false
    const end = setTimeout(() => {
      isLate = true
      resolver.cancel()
    }, timeoutMs * 3)
    const read: ReadTexts = async (name) => {
      if (isLate) return undefined
      const texts = await dnsRecords(resolver.resolveTxt(name))
      return texts?.slice(0, textsMost).map((pieces) => pieces.join(''))
    }
    try {
      return await work(read)
    } finally {
      clearTimeout(end)
    }
  },
})

export type MailTexts = ReturnType<typeof openMailTexts>
