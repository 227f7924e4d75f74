import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inviteWorkspacePortalClient } from '../../../domains/accounts/clients/contract.ts'
import { listProjectMessages } from '../../../domains/delivery/conversation/contract.ts'
import { publishDeliverable, requestDeliverableApproval } from '../../../domains/delivery/deliverables/contract.ts'
import { getPendingRequest } from '../../../domains/delivery/requests/contract.ts'
import { freshEmail, mailTo, newAccount, tokenIn } from '../../../testing/people/account.ts'
import { newSlug } from '../../../testing/clients/brand.ts'
import { freePort } from '../../../testing/network/free-port.ts'
import { hasChromium, openChromium } from '../../../testing/console/chromium.ts'
import { consoleVisits, faultsOf, keepPicture, signInOn } from '../../../testing/console/visits.ts'
import { linkIn, mailsTo } from '../../../testing/mail/outbox.ts'
import { deliverWith } from '../../../testing/runs/artifacts.ts'
import { clean, planted, portalScene } from '../../../testing/clients/portal-scene.ts'
import { recordedVisits } from '../../../testing/console/recorded-visits.ts'
import { builtConsole } from '../../../testing/console/open-console.ts'
import { publishedIn } from '../../../testing/runs/deliverables.ts'
import { paintedPng } from '../../../testing/console/pictures.ts'
import { requestIn } from '../../../testing/runs/requests.ts'
import type { Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'

const slug = newSlug()
const home = `/portal/${slug}`
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
  let visitor: ReturnType<typeof recordedVisits>

  beforeAll(async () => {
    chrome = await openChromium()
    ;({ at, client, projectId } = await portalScene(server, slug))
    visitor = recordedVisits(await consoleVisits(chrome, server, client.email, home), planted)
  })
  afterAll(() => chrome.close())

  test('a delivery shows its picture and its text first, and an approval moves its progress to the last step', async () => {
    const summary = 'Pay by **invoice**:\n\n- in the shop\n- by mail'
    const cycleId = await publishedIn(server, at, projectId, { title: 'Invoices', clientStatus: 'in_review', summary })
    const picture = { contentType: 'image/png', content: paintedPng(320, 200, [30, 120, 90]) }
    await deliverWith(server, at, { projectId, cycleId }, { 'shots/checkout.png': picture })
    await at.owner.call(publishDeliverable, { cycleId })
    const asked = { cycleId, body: { reviewerId: client.userId } }
    expect((await at.owner.call(requestDeliverableApproval, asked)).status).toBe(201)
    const { page, open, close } = await visitor(phone)
    await open(home)
    await page.getByRole('img', { name: 'checkout.png' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'portal home with a picture')
    await open(`${home}/delivered/${cycleId}`)
    const shown = page.getByRole('img', { name: 'checkout.png' })
    await shown.waitFor()
    expect(await shown.evaluate('document.querySelector(".artifact-pictures img").naturalWidth')).toBe(320)
    await page.getByRole('listitem').getByText('in the shop').waitFor()
    await page.getByRole('img', { name: 'Step 2 of 3' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'portal deliverable with a picture')
    await page.getByRole('button', { name: /^Approve version/ }).click()
    await page.getByRole('button', { name: /^Yes, approve version/ }).click()
    await page.getByRole('img', { name: 'Step 3 of 3' }).waitFor()
    await keepPicture(page, 'portal deliverable approved')
    expect(await close()).toEqual(clean)
  })

  test('a question with options is answered by an option’s digit', async () => {
    const question = 'Where do people pay?\n\n1. In the shop\n2. By mail'
    const id = await requestIn(server, at, projectId, { title: 'Paying', question, requiredActor: 'client' })
    const { page, open, close } = await visitor(phone)
    await open(`${home}/questions/${id}`)
    await page.getByRole('button', { name: 'By mail' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'portal question with options')
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('2')
    await page.locator('q').getByText('By mail').waitFor()
    const { body } = await at.owner.call(getPendingRequest, { id })
    expect(body).toMatchObject({ status: 'approved', decision: 'By mail' })
    expect(await close()).toEqual(clean)
  })

  test('a question is answered, only by the keyboard', async () => {
    const id = await requestIn(server, at, projectId, {
      requiredActor: 'client',
      title: 'Closed when?',
      question: 'On which day is the shop closed?',
    })
    const { page, open, close } = await visitor(phone)
    await open(home)
    await page.getByRole('link', { name: /Closed when/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Your answer').focus()
    await page.keyboard.type('On Mondays.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Thank you. Nørthbank <b> has your answer.').waitFor()
    expect((await at.owner.call(getPendingRequest, { id })).body).toMatchObject({
      status: 'approved',
      decision: 'On Mondays.',
      decidedBy: 'Ada',
    })
    expect(await close()).toEqual(clean)
  })

  test('an idea becomes a project, and a message in it reaches the agency', async () => {
    const { page, open, close } = await visitor(phone)
    await open(home)
    await page.getByLabel('What would help?').fill('A wishlist that stays.')
    await page.getByRole('button', { name: 'Send the idea' }).click()
    await page.getByLabel('Write to Nørthbank').fill('For each customer.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('listitem').getByText('For each customer.').waitFor()
    expect((await at.owner.call(listProjectMessages, { id: page.url().split('/').at(-1)! })).body).toMatchObject([
      { content: 'For each customer.', authorSide: 'client' },
    ])
    expect(await close()).toEqual(clean)
  })

  test('an invitation leads into the portal, and so does a sign-in at the console', async () => {
    const { body } = await at.owner.call(inviteWorkspacePortalClient, {
      body: { email: `new-${client.email}`, role: 'client' },
    })
    const invited = await newAccount(server, { email: `new-${client.email}` })
    const { page, close } = await visitor(phone, false)
    await page.goto((body as { acceptUrl: string }).acceptUrl)
    await page.getByRole('button', { name: 'I have an account' }).click()
    await signInOn(page, invited.email)
    await page.getByRole('button', { name: 'Accept the invitation' }).click()
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor()
    await page.getByText('Nothing is delivered yet.').waitFor()
    await page.goto(`${origin}/console/`)
    await page.waitForURL(`**/console/portal/${slug}`)
    expect(await close()).toEqual(clean)
  })

  test('the letter of an invitation brings its reader in with a name and one press, in the agency’s name', async () => {
    const email = freshEmail()
    const body = { email, role: 'client' }
    expect((await at.owner.call(inviteWorkspacePortalClient, { body })).status).toBe(201)
    const letter = await mailTo(server, email, 'Nørthbank <b> invites you to its client portal')
    expect(letter.from?.name).toMatch(/^Nørthbank/)
    const { page, close } = await visitor(phone, false)
    await page.goto(linkIn(letter))
    await page.getByRole('heading', { name: 'Nørthbank <b> invited you to its client portal' }).waitFor()
    expect(page.url()).not.toContain(tokenIn(letter))
    await keepPicture(page, 'join-by-letter')
    await page.getByLabel('Your name').fill('Ana')
    await page.getByRole('button', { name: 'Open the portal' }).click()
    await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor()
    expect(await mailsTo(server.dataFolder, email)).toHaveLength(1)
    expect(await close()).toEqual(clean)

    const forwarded = await visitor(phone, false)
    await forwarded.page.goto(linkIn(letter))
    await forwarded.page.getByLabel('Your name').fill('Mallory')
    await forwarded.page.getByRole('button', { name: 'Open the portal' }).click()
    await forwarded.page.getByText('This link no longer works').waitFor()
    await forwarded.page.getByRole('button', { name: 'I have an account' }).click()
    await forwarded.page.getByLabel('Password').waitFor()
    expect((await forwarded.close()).told).toBe(false)
  })
})
