import type { Fetcher } from '../../../platform/fetch/index.ts'

/** Says where requests to endpoints of models may go, and how a name leads there. */
export type AddressJudge = Pick<Fetcher, 'judge' | 'guard'>

export const wrongAddress = {
  path: 'baseUrl',
  message: 'has to be a public https address without user, query or fragment, such as https://api.example.com/v1',
  rule: 'address',
}
