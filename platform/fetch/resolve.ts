import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { FetchRefusal } from './refusal.ts'
import type { Target } from './target.ts'

/** All addresses of a name; an empty list or an error if it has none. */
export type Resolve = (host: string) => Promise<readonly string[]>

const addressesMost = 16

export const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)

/**
 * The addresses that a connection to this target may use: every one that its name has, if all of them are public.
 * One private address among public ones is an attempt to be taken there, and refuses all.
 */
export const addressesOf = async (
  { host, isPrivate }: Pick<Target, 'host' | 'isPrivate'>,
  resolve: Resolve,
): Promise<readonly string[]> => {
  if (isIP(host)) return [host]
  const found = await resolve(host).catch((error: unknown) => {
    throw new FetchRefusal('unreachable', host, error)
  })
  if (found.length === 0) throw new FetchRefusal('unreachable', host)
  if (!isPrivate && !found.every(isPublicAddress))
    throw new FetchRefusal('unreachable', host, new Error(`${host} leads to ${found.join(', ')}`))
  return found.slice(0, addressesMost)
}
