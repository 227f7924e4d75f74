import { refuse } from '../../../../platform/handler/index.ts'
import { networkOf } from '../../../../platform/waiting/index.ts'
import type { SignInParts } from './parts.ts'

/** The network of an IP address; ends the request in 429 where too many attempts came from it. */
export const limitNetwork = async ({ networks }: Pick<SignInParts, 'networks'>, ip: string): Promise<string> => {
  const network = networkOf(ip)
  const waitSeconds = await networks.attempt(network)
  return waitSeconds === undefined ? network : refuse('rateLimited', undefined, waitSeconds)
}
