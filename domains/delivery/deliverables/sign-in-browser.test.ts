import { createServer } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountScene, signedInAccount } from '../../../testing/account.ts'
import { hasChromium, openChromium } from '../../../testing/chromium.ts'
import { asked } from '../../../testing/deliverables.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/state.ts'
import { beginPasskeyRegistration, registerPasskey } from '../../accounts/people/contract/sign-in.ts'
import { getDeliverableDecision } from './contract.ts'
import { verifyDecision } from './index.ts'

/** What of a page's globals the test uses. */
interface BrowserGlobals {
  readonly PublicKeyCredential: { parseCreationOptionsFromJSON(given: unknown): unknown }
  readonly navigator: {
    readonly credentials: Record<'create' | 'get', (options: { publicKey: unknown }) => Promise<{ toJSON(): unknown }>>
  }
  readonly atob: (text: string) => string
}

/** A port that was free a moment ago: passkeys belong to an origin that is known before the server listens. */
const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** An empty page of that origin, in a browser with an authenticator. */
const openPage = async (chrome: Browser, origin: string) => {
  const context = await chrome.newContext()
  // A page of ours, as the console would be: the server itself has none yet.
  await context.route(`${origin}/page`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Page</title>' }),
  )
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const),
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return page
}

/** What a page of ours does, in the browser: adds a passkey, makes the challenge of the statement, and signs it. */
const registerAndSign = async ({
  begin,
  register,
  approval,
}: Readonly<Record<'begin' | 'register' | 'approval', string>>) => {
  const { PublicKeyCredential: parser, navigator, atob } = globalThis as unknown as BrowserGlobals
  const post = (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    return fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const options = parser.parseCreationOptionsFromJSON(await (await fetch(begin)).json())
  const made = await navigator.credentials.create({ publicKey: options })
  await post(register, { response: made.toJSON(), name: 'Laptop' })
  const prepared = (await (await post(`${approval}/statement`, { decision: 'approved' })).json()) as {
    statement: string
    rpId: string
    credentialIds: string[]
  }
  const text = new TextEncoder()
  const [type, statement] = ['application/vnd.in-toto+json', text.encode(prepared.statement)]
  const head = text.encode(`DSSEv1 ${type.length} ${type} ${statement.length} `)
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array([...head, ...statement]))
  const challenge = new Uint8Array([...text.encode('atelier/decision/v1\n'), ...new Uint8Array(digest)])
  const bytesOf = (id: string) =>
    Uint8Array.from(atob(id.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  const allowCredentials = prepared.credentialIds.map((id) => ({ type: 'public-key', id: bytesOf(id) }))
  const used = (
    await navigator.credentials.get({
      publicKey: { challenge, rpId: prepared.rpId, allowCredentials, userVerification: 'required' },
    })
  ).toJSON() as {
    id: string
    response: { authenticatorData: string; clientDataJSON: string; signature: string }
  }
  const { authenticatorData, clientDataJSON: clientDataJson, signature } = used.response
  const signed = { credentialId: used.id, authenticatorData, clientDataJson, signature }
  return (await post(`${approval}/sign`, signed)).status
}

describe.skipIf(!hasChromium)('in Chromium, where /usr/bin/chromium is installed', () => {
  let chrome: Browser
  beforeAll(async () => {
    chrome = await openChromium()
  })
  afterAll(() => chrome.close())

  test('a page makes the challenge of the text that it shows, and a passkey that was registered here signs it', async () => {
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const settings = { ATELIER_ROLE: 'server', ATELIER_PORT: String(port), ATELIER_PUBLIC_URL: origin }
    const server = { ...(await testServer(settings)), baseUrl: origin }
    const { browser, userId } = await signedInAccount(server)
    const at = await accountScene(server, userId, 'client')
    await asOwner(server, 'update session set active_workspace_id = $2 where user_id = $1', [userId, at.workspace])
    const { cycleId, approvalId } = await asked(server, { ...at, clientId: userId })
    const page = await openPage(chrome, origin)
    const [name, value] = [...browser.jar].find(([cookie]) => cookie === 'atelier.session_token')!
    await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
    await page.goto(`${origin}/page`)
    const status = await page.evaluate(registerAndSign, {
      ...{ begin: beginPasskeyRegistration.path, register: registerPasskey.path },
      approval: `/v1/api/deliverables/${cycleId}/approvals/${approvalId}`,
    })
    expect(status).toBe(200)
    const file = (await at.owner.call(getDeliverableDecision, { cycleId, approvalId })).body
    const verdict = await verifyDecision(file, origin)
    expect(verdict).toMatchObject({ proved: { stated: { reviewerId: userId } } })
    const { keySha256 } = (verdict as { proved: { keySha256: string } }).proved
    const details = (await at.rows('audit_row')).flatMap((row) =>
      ['passkey.add', 'deliverable_approval.decide'].includes(row.action as string) ? [row.details] : [],
    )
    expect(details.map((one) => JSON.stringify(one))).toEqual(Array(2).fill(expect.stringContaining(keySha256)))
    await page.context().close()
  })
})
