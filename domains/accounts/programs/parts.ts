import type { Database } from '../../../platform/db/database.ts'
import { type Fetcher, FetchRefusal, publicAddressOf } from '../../../platform/fetch/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { isClientAddress, readClient, rememberedMs, type Client, ProgramRefusal } from './rules/client.ts'

/** The server's parts for this domain. */
export interface GivenParts {
  readonly database: Database
  readonly fetcher: Fetcher
  readonly mailer: Mailer
  readonly originFor: (host: string | undefined) => string
}

export interface ProgramParts extends Omit<GivenParts, 'fetcher'> {
  readonly findClient: FindClient
}

/** Finds a program by its address. Throws a ProgramRefusal. */
type FindClient = (clientId: string, signal: AbortSignal) => Promise<Client>

const documentMostBytes = 16_384
const withinMs = 5_000
const rememberedMost = 500

/**
 * Reads descriptions of programs from their own address, through the guarded fetcher: public hosts, no redirect, at
 * most 16 KiB. A host that the operator lists as private may be spoken to by http. Refusals are never remembered.
 */
export const openFindClient = (fetcher: Fetcher): FindClient => {
  const remembered = new Map<string, { readonly client: Client; readonly untilMs: number }>()
  return async (clientId, signal) => {
    const cached = remembered.get(clientId)
    if (cached && cached.untilMs > Date.now()) return cached.client
    remembered.delete(clientId)
    // An address without https is callable only at a host that the operator allows.
    const mayBeHttp = publicAddressOf(clientId, fetcher, 'query') !== undefined
    if (!isClientAddress(clientId, { mayBeHttp })) throw new ProgramRefusal('address')
    const { json, cacheControl } = await readDocument(fetcher, clientId, signal)
    const client = readClient(clientId, json)
    const forMs = rememberedMs(cacheControl)
    if (remembered.size >= rememberedMost) remembered.clear()
    if (forMs > 0) remembered.set(clientId, { client, untilMs: Date.now() + forMs })
    return client
  }
}

const readDocument = async (fetcher: Fetcher, url: string, signal: AbortSignal) => {
  try {
    const headers = { accept: 'application/json' }
    const answer = await fetcher.send({ url, headers, maxBytes: documentMostBytes, withinMs, signal })
    if (answer.status !== 200) throw new ProgramRefusal('unreachable')
    if (!/^application\/(json|[\w.-]+\+json)$/.test(answer.mediaType)) throw new ProgramRefusal('document')
    return { json: answer.bytes.toString(), cacheControl: answer.headers['cache-control'] }
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error
    throw new ProgramRefusal(error.reason === 'size' ? 'document' : 'unreachable')
  }
}
