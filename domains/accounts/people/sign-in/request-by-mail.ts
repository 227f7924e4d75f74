import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, refuse } from '../../../../platform/handler/index.ts'
import type { SignInParts } from './parts.ts'
import { networkOf } from '../../../../platform/waiting/index.ts'
import { normalEmail } from '../../../../platform/contract/index.ts'

interface MailRequest {
  readonly browser: Browser
  readonly body: { readonly email: string }
}

/** Counts a request for a letter, and takes at least `floorMs` for `ask`: as long for an address that gets none. */
export const requestByMail = async (
  parts: SignInParts,
  { browser, body }: MailRequest,
  floorMs: number,
  ask: () => Promise<unknown>,
): Promise<void> => {
  await limitMailRequests(parts, browser.ip, body.email)
  await Promise.all([ask(), delay(floorMs)])
}

/** The network of an IP address; ends the request in 429 where too many attempts came from it. */
export const limitNetwork = async ({ networks }: Pick<SignInParts, 'networks'>, ip: string): Promise<string> => {
  const network = networkOf(ip)
  const waitSeconds = await networks.attempt(network)
  return waitSeconds === undefined ? network : refuse('rateLimited', undefined, waitSeconds)
}

/** Ends the request in 429 if one network asks for too many letters, in all or to one address. */
export const limitMailRequests = async (parts: SignInParts, ip: string, email: string): Promise<void> => {
  const network = await limitNetwork(parts, ip)
  const waitSeconds = await parts.requests.attempt(`${network} ${normalEmail(email)}`)
  if (waitSeconds !== undefined) refuse('rateLimited', undefined, waitSeconds)
}
