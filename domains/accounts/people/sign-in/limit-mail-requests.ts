import { normalEmail } from '../../../../platform/contract/index.ts'
import { refuse } from '../../../../platform/handler/index.ts'
import { networkOf } from '../../../../platform/waiting/index.ts'
import type { SignInParts } from './parts.ts'

/** Ends the request in 429 where one network asks for too many letters, in all or to one address. */
export const limitMailRequests = async (
  { requests, networks }: SignInParts,
  ip: string,
  email: string,
): Promise<void> => {
  const network = networkOf(ip)
  const waitSeconds = (await networks.attempt(network)) ?? (await requests.attempt(`${network} ${normalEmail(email)}`))
  if (waitSeconds !== undefined) refuse('rateLimited', undefined, waitSeconds)
}
