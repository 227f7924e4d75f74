import { expect, test } from 'vitest'
import { afterTest } from '../../../testing/after-test.ts'
import { hasChromium, openChromium } from '../../../testing/console/chromium.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'

/** A page of the server in a browser that has a session. */
const openSignedIn = async () => {
  const server = await testServer()
  const { join, signIn } = await scene(server)
  const { userId } = await join('owner')
  const { cookie } = await signIn(userId)
  const browser = await openChromium()
  afterTest(() => browser.close())
  const context = await browser.newContext()
  const [name, value] = cookie.split(/=(.*)/s) as [string, string]
  await context.addCookies([{ name, value, url: server.baseUrl, httpOnly: true, sameSite: 'Lax' }])
  return { server, page: await context.newPage() }
}

/** The status of a request that a script of the page sends with its cookies. */
const statusOfMe = 'fetch("/v1/api/me", { credentials: "include" }).then(({ status }) => status, String)'

test.skipIf(!hasChromium)(
  'the reference shows the document, and its scripts cannot use the session that the console uses',
  async () => {
    const { server, page } = await openSignedIn()
    expect((await page.goto(`${server.baseUrl}/v1/api/me`))?.status()).toBe(200)
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    await page.goto(`${server.baseUrl}/docs`)
    await page.getByText('A first call').first().waitFor()
    expect(await page.evaluate('origin')).toBe('null')
    expect(await page.evaluate(statusOfMe)).toContain('Failed to fetch')
    expect(await page.evaluate('Promise.resolve().then(() => document.cookie).catch(({ name }) => name)')).toBe(
      'SecurityError',
    )
    expect(faults).toEqual([])
  },
)
