import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from '../../../../platform/handler/index.ts'
import { limitMailRequests } from './limit-mail-requests.ts'
import type { SignInParts } from './parts.ts'

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
