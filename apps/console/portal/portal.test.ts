import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askClientQuestion } from '../../../domains/delivery/cycles/contract.ts'
import { sendProjectMessage } from '../../../domains/delivery/conversation/contract.ts'
import {
  getDeliverableDecision,
  listDeliverableApprovals,
  publishDeliverable,
  requestDeliverableApproval,
  upsertDeliverable,
} from '../../../domains/delivery/deliverables/contract.ts'
import { verifyDecision } from '../../../domains/delivery/deliverables/index.ts'
import { cancelPendingRequest } from '../../../domains/delivery/requests/contract.ts'
import type { newAccount } from '../../../testing/people/account.ts'
import { newSlug } from '../../../testing/clients/brand.ts'
import { addAuthenticator, addPasskey } from '../../../testing/console/browser-passkeys.ts'
import { freePort } from '../../../testing/network/free-port.ts'
import { hasChromium, openChromium } from '../../../testing/console/chromium.ts'
import { consoleVisits, darkPhone, faultsOf, signInOn } from '../../../testing/console/visits.ts'
import { clean, longTitle, planted, portalScene } from '../../../testing/clients/portal-scene.ts'
import { recordedVisits } from '../../../testing/console/recorded-visits.ts'
import { builtConsole } from '../../../testing/console/open-console.ts'
import { publishedIn } from '../../../testing/runs/deliverables.ts'
import { reportsIn, savesDocuments } from '../../../testing/clients/portal-documents.ts'
import { requestIn } from '../../../testing/runs/requests.ts'
import type { Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { isLong, lengthOf } from '../../../testing/soak.ts'
import { asOwner } from '../../../testing/database-state.ts'

const slug = newSlug()
const home = `/portal/${slug}`
const routesRead = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('agency-routes')).length`
// Work that follows the drawing of a page comes as late as on a busy machine.
const lateAfterDrawing = `const start = setTimeout
  requestAnimationFrame = (work) => start(() => work(performance.now()), 400)
  setTimeout = (work, ms = 0, ...given) => start(work, Math.max(ms, 400), ...given)`
const wide = { width: 1280, height: 900 }
const phone = { viewport: { width: 360, height: 740 } }
const port = await freePort()
const origin = `http://localhost:${port}`
const settings = { ATELIER_ROLE: 'server', ATELIER_PORT: String(port), ATELIER_PUBLIC_URL: origin }
builtConsole()
const server = { ...(await testServer(settings)), baseUrl: origin }

test.skipIf(hasChromium)('without Chromium no page of the portal is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let client: Awaited<ReturnType<typeof newAccount>>
  let projectId: string
  let hiddenCycle: string
  let visitor: ReturnType<typeof recordedVisits>

  beforeAll(async () => {
    chrome = await openChromium()
    ;({ at, client, projectId, hiddenCycle } = await portalScene(server, slug))
    visitor = recordedVisits(await consoleVisits(chrome, server, client.email, home), planted)
  })
  afterAll(() => chrome.close())

  /** Something that is published, and that the client was asked to decide on. */
  const askedAbout = async (body: object) => {
    const cycleId = await publishedIn(server, at, projectId, { clientStatus: 'in_review', ...body })
    expect((await ask(cycleId)).status).toBe(201)
    return cycleId
  }
  const ask = (cycleId: string) =>
    at.owner.call(requestDeliverableApproval, { cycleId, body: { reviewerId: client.userId } })
  const newestDecision = async (cycleId: string) =>
    (await at.owner.call(listDeliverableApprovals, { cycleId })).body[0] as Record<string, unknown>

  test('a client signs in at the agency, finds what waits, and approves it with a word; a change ends that', async () => {
    const cycleId = await askedAbout({ title: 'Pay by invoice', summary: 'Within 30 days.\nEach has a limit.' })
    const { page, close } = await visitor(phone, false)
    await page.addInitScript(lateAfterDrawing)
    await page.goto(`${origin}/console/portal/${slug}/delivered?x=1`)
    await page.getByText('Sign in to see what Nørthbank <b> has made for you.').waitFor()
    await signInOn(page, client.email)
    await page.waitForURL(`**/console/portal/${slug}/delivered?x=1`)
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'One thing waits for you' }).waitFor()
    expect(await page.evaluate(routesRead)).toBe(0)
    await page.getByRole('link', { name: 'Review and approve' }).click()
    await page.getByText('For your records').click()
    await page.getByText('Verified in this browser').waitFor()
    await page.getByRole('button', { name: 'Ask for changes' }).click()
    await page.getByLabel('What should change?').waitFor()
    expect(await page.getByText('Say in a sentence what should change.').count()).toBe(0)
    await page.getByRole('button', { name: 'Ask for changes' }).click()
    await page.getByText('Say in a sentence what should change.').waitFor()
    await page.getByLabel('What should change?').fill('Looks right.')
    await page.reload()
    await page.getByRole('button', { name: 'Approve version 1' }).press('Enter')
    await page.getByText('You approve version 1 of “Pay by invoice”.').waitFor()
    await page.getByRole('button', { name: 'Yes, approve version 1' }).focus()
    // The work that comes late leaves the focus there.
    await pause(600)
    await page.keyboard.press('Enter')
    await page.locator('h1:focus').waitFor()
    expect(await newestDecision(cycleId)).toMatchObject({ decision: 'approved', comment: 'Looks right.' })
    expect(await page.getByRole('button', { name: /Approve/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Change my answer' }).click()
    await page.getByText('You are changing your answer.').waitFor()
    await page.getByRole('button', { name: 'Approve version 1' }).click()
    await page.getByRole('button', { name: 'Yes, approve version 1' }).click()
    await page.getByText(/^You approved version 1 on /).waitFor()
    // The words of the first answer stay until the second one is stored.
    const decisions = async () => {
      const { body } = await at.owner.call(listDeliverableApprovals, { cycleId })
      return (body as unknown as { readonly decision: string | null }[]).map(({ decision }) => decision)
    }
    await expect.poll(decisions).toEqual(['approved', 'approved'])
    await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Pay by invoices' } })
    await page.reload()
    await page.getByText('this approval no longer counts').waitFor()
    // The publication is shown, and no word of the draft.
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Pay by invoice')
    expect(await close()).toEqual(clean)
  })

  test.runIf(isLong)('questions, publications and messages of the agency appear without a reload', async () => {
    const { page, open, close } = await visitor(phone)
    await open(home)
    const cycleId = await askedAbout({ title: 'Seen at once' })
    await page.getByText('Seen at once').first().waitFor()
    const asked = { body: { cycleId, title: 'Asked at once', question: 'Which colour?' } }
    const { body } = await at.owner.call(askClientQuestion, asked)
    await page.getByText('Asked at once').first().waitFor()
    await at.owner.call(cancelPendingRequest, { id: body.id as string, body: {} })
    await page.getByText('Asked at once').first().waitFor({ state: 'detached' })
    await open(`${home}/projects/${projectId}`)
    await at.owner.call(sendProjectMessage, { id: projectId, body: { content: 'Said at once.' } })
    await page.getByRole('listitem').getByText('Said at once.').waitFor()
    expect(await close()).toEqual(clean)
  })

  test('a new publication behind a lost connection is shown, and the old version is not approved', async () => {
    const cycleId = await askedAbout({ title: 'Gift cards' })
    const { page, open, close } = await visitor(phone)
    await page.route('**/v1/api/events/stream', (route) => route.fulfill({ status: 503 }))
    let reads = 0
    page.on('requestfinished', (request) => {
      const path = `/v1/api/deliverables/${cycleId}`
      if ([path, `${path}/approvals`].includes(new URL(request.url()).pathname)) reads += 1
    })
    await open(`${home}/delivered/${cycleId}`)
    // The page reads both again. Later it learns of a publication by events only.
    await expect.poll(() => reads).toBe(4)
    await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Gift cards in blue' } })
    await at.owner.call(publishDeliverable, { cycleId })
    await ask(cycleId)
    await page.getByRole('button', { name: 'Approve version 1' }).click()
    await page.getByRole('button', { name: 'Yes, approve version 1' }).click()
    await page.getByText('You are looking at version 2 now.').waitFor()
    await page.getByRole('heading', { name: 'Gift cards in blue' }).waitFor()
    await page.getByRole('heading', { name: 'New since version 1' }).waitFor()
    await page.getByText('It was called “Gift cards”.').waitFor()
    expect(await newestDecision(cycleId)).toMatchObject({ revision: 2, decision: null })
    await page.getByLabel('A comment for Nørthbank').fill('Red, as we said.')
    await page.getByRole('button', { name: 'Ask for changes' }).click()
    await page.getByText(/^You asked for changes to version 2 on /).waitFor()
    expect(await newestDecision(cycleId)).toMatchObject({ decision: 'changes_requested', comment: 'Red, as we said.' })
    expect(await close()).toEqual(clean)
  })

  test('content with another mark than its own cannot be approved', async () => {
    const cycleId = await askedAbout({ title: 'Wishlist' })
    const { page, open, close } = await visitor(phone)
    await page.route(`**/v1/api/deliverables/${cycleId}`, async (route) => {
      const body = (await (await route.fetch()).text()).replaceAll('Wishlist', 'Wishlists')
      await route.fulfill({ body, contentType: 'application/json' })
    })
    await open(`${home}/delivered/${cycleId}`)
    await page.getByRole('alert').getByText('The mark does not match').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    expect([await page.getByRole('button', { name: /Approve/ }).count(), await close()]).toEqual([0, clean])
  })

  test.runIf(isLong)('a client saves the published file, byte for byte, and reads why one cannot be had', async () => {
    const visit = await visitor(phone)
    const saved = await savesDocuments({ server, at, projectId }, visit, home)
    expect([...saved, await visit.close()]).toEqual(['page.html', '<script>alert(1)</script>', clean])
  })

  test.runIf(isLong)('a missing portal, an unshared thing and an unknown thing show the same', async () => {
    const { page, close } = await visitor(phone)
    for (const path of ['no-such-agency', `${slug}/delivered/${hiddenCycle}`, `${slug}/questions/x`, `${slug}/x`]) {
      await page.goto(`${origin}/console/portal/${path}`)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    }
    expect((await close()).told).toBe(false)
  })

  test('a passkey signs the shown version, and every reader can verify that', async () => {
    const cycleId = await askedAbout({ title: 'Faster search' })
    const { page, open, close } = await visitor(phone)
    await addAuthenticator(page)
    await open(home)
    expect(await addPasskey(page)).toBe(200)
    await open(`${home}/delivered/${cycleId}`)
    await page.getByRole('button', { name: 'Approve version 1' }).click()
    await page.getByText(/^I approve “Faster search”, revision 1, SHA-256 /).waitFor()
    await page.getByRole('button', { name: 'Sign with your passkey' }).click()
    await page.getByText(/^You approved version 1 on /).waitFor()
    const { id: approvalId } = await newestDecision(cycleId)
    const file = (await at.owner.call(getDeliverableDecision, { cycleId, approvalId: approvalId as string })).body
    const verdict = await verifyDecision(file, origin)
    expect(verdict).toMatchObject({ proved: { stated: { reviewerId: client.userId } } })
    const { keySha256 } = (verdict as { proved: { keySha256: string } }).proved
    const details = (await at.rows('audit_row')).flatMap((row) =>
      ['passkey.add', 'deliverable_approval.decide'].includes(row.action as string)
        ? [JSON.stringify(row.details)]
        : [],
    )
    expect(details.filter((one) => one.includes(keySha256)).length).toBe(2)
    expect(await close()).toEqual(clean)
  })

  const desktop = ['light on a desktop', { colorScheme: 'light', viewport: wide }, 'open'] as const
  const dark = ['dark on a phone, in German', darkPhone, 'goTo'] as const
  describe.each(lengthOf({ daily: [dark], soak: [desktop, dark] }))('%s', (_, options, by) => {
    test.runIf(isLong)(
      'every page is accessible, fits, contains no internal word of the agency, and keeps to its policy',
      async () => {
        // Initials that are no part of the name of the link that shows them.
        await asOwner(server, "update users set name = 'Quinn Zuse' where id = $1", [client.userId])
        const title = longTitle.slice(0, 200)
        const cycleId = await askedAbout({ title, summary: longTitle, dueDate: '2027-03-04T00:00:00Z' })
        const question = await requestIn(server, at, projectId, {
          requiredActor: 'client',
          title,
          question: longTitle,
        })
        await publishedIn(server, at, projectId, { title, clientStatus: 'accepted' })
        await publishedIn(server, at, projectId, { title, clientStatus: 'draft' })
        const { page, close, [by]: open } = await visitor(options)
        const found: string[] = []
        await reportsIn({ server, at, projectId }, cycleId)
        await ask(cycleId)
        const pages = [
          '',
          '/delivered',
          '/documents',
          `/delivered/${cycleId}`,
          `/questions/${question}`,
          '/projects',
          `/projects/${projectId}`,
          '/account',
          '/nowhere',
          '/sign-in',
        ]
        for (const path of pages) {
          await open(home + path)
          for (const fault of await faultsOf(page)) found.push(`${path}: ${fault}`)
          const text = String(await page.evaluate('document.body.innerText'))
          for (const [word] of text.matchAll(/\b(cycle|worktree|commit|revision|sandbox|agent|Zyklus|Revision)s?\b/gi))
            found.push(`${path}: says ${word}`)
        }
        expect(found).toEqual([])
        const accent = await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')")
        expect(accent).toBe('#ffd400')
        expect(await close()).toEqual(clean)
      },
    )
  })
})
