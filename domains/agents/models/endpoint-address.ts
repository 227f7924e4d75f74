import { FetchRefusal, type Fetcher } from '../../../platform/fetch/index.ts'

/** Says where requests to endpoints of models may go, and how a name leads there. */
export type AddressJudge = Pick<Fetcher, 'judge' | 'guard'>

/**
 * A base address as it is stored: without a final slash. Undefined where requests may not be sent there: it has to be
 * public and https, or of a host that the operator named as a private one, and no more than scheme, host and path.
 */
export const baseAddressOf = (text: string, fetcher: AddressJudge): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text)
  if ([search, hash, username, password].some((part) => part !== '') || /[?#]/.test(text)) return undefined
  return isAllowed(protocol, origin, fetcher) ? `${origin}${pathname.replace(/\/{1,99}$/, '')}` : undefined
}

/** Where a name leads is judged with each connection. */
const isAllowed = (protocol: string, origin: string, fetcher: AddressJudge) => {
  try {
    return fetcher.judge(origin).isPrivate || protocol === 'https:'
  } catch (error) {
    if (error instanceof FetchRefusal) return false
    throw error
  }
}

export const wrongAddress = {
  path: 'baseUrl',
  message: 'has to be a public https address without user, query or fragment, such as https://api.example.com/v1',
  rule: 'address',
}
