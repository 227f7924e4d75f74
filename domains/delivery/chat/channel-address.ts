import type { ChatKind } from '../../../execution/chat/index.ts'
import { publicAddressOf, type Fetcher } from '../../../platform/fetch/index.ts'
import { sealedCredentials } from '../../code/secrets/index.ts'
import { otherService } from './rules.ts'

/** The addresses of channels; each caller that has one can write there. */
export const channelAddress = sealedCredentials('chat-channel')

const wrongAddress = (message: string) => ({ path: 'webhookUrl', message, rule: 'address' })

/** The fault of an address that a channel is to have; undefined if it may be stored. */
export const addressProblem = (kind: ChatKind, webhookUrl: string, fetcher: Fetcher) => {
  const address = publicAddressOf(webhookUrl, fetcher, 'query')
  if (!address) return wrongAddress('has to be a public https address, such as https://hooks.slack.com/services/…')
  const problem = otherService(kind, address.hostname)
  return problem === undefined ? undefined : wrongAddress(problem)
}
