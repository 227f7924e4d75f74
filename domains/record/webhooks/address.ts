import { FetchRefusal, type Fetcher } from '../../../platform/fetch/index.ts'

/**
 * Whether messages may be sent to an address: public and https, or of a host that the operator named as a private one.
 * Where its name leads is judged with each message.
 */
export const isAllowed = (url: string, fetcher: Fetcher): boolean => {
  try {
    return fetcher.judge(url).isPrivate || new URL(url).protocol === 'https:'
  } catch (error) {
    if (error instanceof FetchRefusal) return false
    throw error
  }
}

export const wrongAddress = {
  path: 'url',
  message: 'has to be a public https address without a user, such as https://hooks.example.com/atelier',
  rule: 'address',
}
