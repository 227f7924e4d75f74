import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionsOf, mailTo, accountScene, signedInAccount } from '../../../../testing/people/account.ts'
import { openBrowser } from '../../../../testing/console/browser.ts'
import { hasChromium, openChromium } from '../../../../testing/console/chromium.ts'
import { freePort } from '../../../../testing/network/free-port.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  getSession,
  listMyPasskeys,
  registerPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  signOut,
} from '../contract/sign-in.ts'

/** The page's globals that the test uses. */
interface BrowserGlobals {
  readonly PublicKeyCredential: Record<
    'parseCreationOptionsFromJSON' | 'parseRequestOptionsFromJSON',
    (given: unknown) => unknown
  >
  readonly navigator: {
    readonly credentials: Record<'create' | 'get', (options: { publicKey: unknown }) => Promise<{ toJSON(): unknown }>>
  }
}

// Passkeys belong to an origin that is known before the server listens.
const port = await freePort()
const origin = `http://localhost:${port}`
const server = { ...(await testServer({ ATELIER_PORT: String(port), ATELIER_PUBLIC_URL: origin })), baseUrl: origin }

describe('without an authenticator', () => {
  test('401 without a credential, 403 for a key and for a session older than a day', async () => {
    const { owner } = await scene(server)
    for (const operation of [beginPasskeyRegistration, listMyPasskeys, registerPasskey, renamePasskey, removePasskey]) {
      expect(
        (await openBrowser(origin).call(operation, { body: operation.method === 'POST' ? {} : undefined })).status,
      ).toBe(401)
      expectError(await owner.call(operation, operation.method === 'POST' ? { body: {} } : {}), 403, 'forbidden')
    }
    const { browser, userId } = await signedInAccount(server)
    await asOwner(server, `update session set created_at = now() - interval '25 hours' where user_id = $1`, [userId])
    expectError(await browser.call(beginPasskeyRegistration), 403, 'session_not_fresh')
    expectError(await browser.call(registerPasskey, { body: { response: {} } }), 403, 'session_not_fresh')
  })

  test('400 and 401 for forged authenticator data, and for an unknown challenge', async () => {
    const { browser, userId } = await signedInAccount(server)
    expectError(await browser.call(registerPasskey, { body: { response: { id: 'x' } } }), 400, 'passkey_refused')
    await browser.call(beginPasskeyRegistration)
    expectError(await browser.call(registerPasskey, { body: { response: { id: 'x' } } }), 400, 'passkey_refused')
    const stranger = openBrowser(origin)
    expectError(await stranger.call(signInWithPasskey, { body: { response: { id: 'x' } } }), 401, 'passkey_refused')
    await stranger.call(beginPasskeySignIn)
    expectError(await stranger.call(signInWithPasskey, { body: { response: { id: 'x' } } }), 401, 'passkey_refused')
    expect(await asOwner(server, 'select id from passkey where user_id = $1', [userId])).toEqual([])
  })

  test('404 for another person’s passkey, the same as for an unknown one, without a change', async () => {
    const mine = await signedInAccount(server)
    const theirs = await signedInAccount(server)
    const [row] = await asOwner(
      server,
      `insert into passkey (id, user_id, public_key, credential_id, counter, device_type, backed_up)
       values (gen_random_uuid(), $1, 'key', 'credential', 0, 'singleDevice', false) returning id`,
      [theirs.userId],
    )
    for (const id of [row!.id as string, '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11']) {
      expectError(await mine.browser.call(removePasskey, { body: { id } }), 404, 'passkey_not_found')
      expectError(await mine.browser.call(renamePasskey, { body: { id, name: 'Mine' } }), 404, 'passkey_not_found')
    }
    expect((await mine.browser.call(listMyPasskeys)).body).toEqual([])
    expect((await theirs.browser.call(listMyPasskeys)).body).toMatchObject([{ id: row!.id, name: null }])
  })
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let page: Page
  let devtools: CDPSession
  beforeAll(async () => {
    chrome = await openChromium()
    const context = await chrome.newContext()
    // A page of ours, as the console would be: the server itself has none yet.
    await context.route(`${origin}/page`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Page</title>' }),
    )
    page = await context.newPage()
    devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, automaticPresenceSimulation: true },
    })
    await page.goto(`${origin}/page`)
  })
  afterAll(() => chrome.close())

  /** The steps of a page: asks for options, lets the browser make or use the passkey, and sends the result. */
  const ceremony = (kind: 'create' | 'get', begin: string, finish: string, extra: object = {}) =>
    page.evaluate(
      async ({ kind, begin, finish, extra }) => {
        const options = (await (await fetch(begin)).json()) as never
        const { PublicKeyCredential: parser, navigator } = globalThis as unknown as BrowserGlobals
        const credential =
          kind === 'create'
            ? await navigator.credentials.create({ publicKey: parser.parseCreationOptionsFromJSON(options) })
            : await navigator.credentials.get({ publicKey: parser.parseRequestOptionsFromJSON(options) })
        const response = credential.toJSON()
        const body = JSON.stringify({ response, ...extra })
        const send = () => fetch(finish, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
        const first = await send()
        const again = await send()
        return { status: first.status, again: again.status, body: (await first.json()) as Record<string, unknown> }
      },
      { kind, begin, finish, extra },
    )

  test('200 registers a passkey, signs in with it once for each challenge, renames and removes it', async () => {
    const { browser, userId, email } = await signedInAccount(server)
    const at = await accountScene(server, userId)
    const [name, value] = [...browser.jar].find(([cookie]) => cookie === 'atelier.session_token')!
    await page.context().addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Lax' }])
    const registered = await ceremony('create', beginPasskeyRegistration.path, registerPasskey.path, { name: 'Laptop' })
    expect(registered).toMatchObject({ status: 200, again: 400, body: { name: 'Laptop' } })
    expect(registered.body).not.toHaveProperty('publicKey')
    expect((await mailTo(server, email, 'A passkey was added')).text).toContain('“Laptop”')
    expect((await browser.call(signOut)).status).toBe(200)
    await page.context().clearCookies()

    const used = await ceremony('get', beginPasskeySignIn.path, signInWithPasskey.path)
    expect(used).toMatchObject({ status: 200, again: 401, body: { user: { id: userId, email } } })
    expect(JSON.stringify(used.body)).not.toContain('token')
    const [session] = await asOwner(server, 'select passkey_id from session where user_id = $1', [userId])
    expect(session).toEqual({ passkey_id: registered.body.id })
    const visitor = openBrowser(origin)
    for (const cookie of await page.context().cookies(origin)) visitor.jar.set(cookie.name, cookie.value)
    expect((await visitor.call(getSession)).body).toMatchObject({ user: { id: userId } })

    const id = registered.body.id as string
    expect((await visitor.call(renamePasskey, { body: { id, name: 'Old laptop' } })).body).toMatchObject({
      passkey: { id, name: 'Old laptop' },
    })
    expect((await visitor.call(listMyPasskeys)).body).toMatchObject([{ id, name: 'Old laptop' }])
    expect((await visitor.call(removePasskey, { body: { id } })).body).toEqual({ status: true })
    expect((await visitor.call(listMyPasskeys)).body).toEqual([])
    expect(await actionsOf(at)).toEqual(
      ['passkey.add', 'auth.sign_out', 'auth.sign_in', 'passkey.rename', 'passkey.remove'].map(
        (action) => `${action} success`,
      ),
    )
    expect(JSON.stringify(await at.rows('audit_row'))).toContain('"method":"passkey"')
  })
})
