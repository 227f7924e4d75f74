import type { Fetcher } from './fetcher.ts'
import { FetchRefusal } from './refusal.ts'

/** Parts that an address may have beside https, host, port and path. */
type AddressPart = 'http' | 'query' | 'fragment'

/**
 * An address from a person to which the server may send requests, without its fragment; undefined for any other text.
 * It has no user, and is public and https, or of a host that the operator named as a private one; `parts` allows more.
 * Where its name leads is judged with each connection.
 */
export const publicAddressOf = (
  text: string,
  fetcher: Pick<Fetcher, 'judge'>,
  ...parts: readonly AddressPart[]
): URL | undefined => {
  if ((text.includes('?') && !parts.includes('query')) || (text.includes('#') && !parts.includes('fragment')))
    return undefined
  try {
    const { isPrivate } = fetcher.judge(text)
    const url = new URL(text)
    url.hash = ''
    return isPrivate || url.protocol === 'https:' || parts.includes('http') ? url : undefined
  } catch (error) {
    if (error instanceof FetchRefusal) return undefined
    throw error
  }
}

/** Like `publicAddressOf`, for an address that paths are added to: without a query or a final slash. */
export const baseAddressOf = (text: string, fetcher: Pick<Fetcher, 'judge'>): string | undefined => {
  const url = publicAddressOf(text, fetcher)
  return url && `${url.origin}${url.pathname.replace(/\/{1,99}$/, '')}`
}
