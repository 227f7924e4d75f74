import { publicAddressOf, type Fetcher } from '../../../platform/fetch/index.ts'

/** Whether messages may be sent to an address. */
export const isAllowed = (url: string, fetcher: Fetcher): boolean =>
  publicAddressOf(url, fetcher, 'query', 'fragment') !== undefined

export const wrongAddress = {
  path: 'url',
  message: 'has to be a public https address without a user, such as https://hooks.example.com/atelier',
  rule: 'address',
}
