import { normalEmail } from '../../../../platform/contract/index.ts'
import { refuse } from '../../../../platform/handler/index.ts'
import { limitNetwork } from './limit-network.ts'
import type { SignInParts } from './parts.ts'

/** Ends the request in 429 if one network asks for too many letters, in all or to one address. */
export const limitMailRequests = async (parts: SignInParts, ip: string, email: string): Promise<void> => {
  const network = await limitNetwork(parts, ip)
  const waitSeconds = await parts.requests.attempt(`${network} ${normalEmail(email)}`)
  if (waitSeconds !== undefined) refuse('rateLimited', undefined, waitSeconds)
}
