import type { Page } from 'playwright-core'
import { beginPasskeyRegistration, registerPasskey } from '../../domains/accounts/people/contract/sign-in.ts'

/** Gives a page a device that holds passkeys and says yes to everything. */
export const addAuthenticator = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const),
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** The used globals of a page. */
interface BrowserGlobals {
  readonly PublicKeyCredential: { parseCreationOptionsFromJSON(given: unknown): unknown }
  readonly navigator: {
    readonly credentials: { create(options: { publicKey: unknown }): Promise<{ toJSON(): unknown }> }
  }
}

const addInBrowser = async ({ begin, register }: Readonly<Record<'begin' | 'register', string>>) => {
  const { PublicKeyCredential: parser, navigator } = globalThis as unknown as BrowserGlobals
  const publicKey = parser.parseCreationOptionsFromJSON(await (await fetch(begin)).json())
  const made = await navigator.credentials.create({ publicKey })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ response: made.toJSON(), name: 'Laptop' })
  return (await fetch(register, { method: 'POST', headers, body })).status
}

/** Adds a passkey to the account that is signed in on a page of ours; gives the status of the registration. */
export const addPasskey = (page: Page): Promise<number> =>
  page.evaluate(addInBrowser, { begin: beginPasskeyRegistration.path, register: registerPasskey.path })
