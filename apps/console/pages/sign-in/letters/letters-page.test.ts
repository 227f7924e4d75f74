import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getPendingRequest } from '../../../../../domains/delivery/requests/contract.ts'
import { accountScene, newAccount, password } from '../../../../../testing/people/account.ts'
import { hasChromium, openChromium } from '../../../../../testing/console/chromium.ts'
import {
  consoleVisits,
  faultsOf,
  keepPicture,
  looks,
  signInOn,
  type Visit,
} from '../../../../../testing/console/visits.ts'
import { builtConsole } from '../../../../../testing/console/open-console.ts'
import { emptyProject } from '../../../../../testing/cycles.ts'
import { freePort } from '../../../../../testing/network/free-port.ts'
import { hostile } from '../../../../../testing/console/furnished-workspace.ts'
import { requestIn } from '../../../../../testing/runs/requests.ts'
import type { Scene } from '../../../../../testing/scene.ts'
import { testServer } from '../../../../../testing/server.ts'
import { getMyLetters } from '../../../../../domains/accounts/people/contract/letters.ts'
import {
  getDeliverableDecision,
  listDeliverableApprovals,
  requestDeliverableApproval,
} from '../../../../../domains/delivery/deliverables/contract.ts'
import { verifyDecision } from '../../../../../domains/delivery/deliverables/index.ts'
import { addAuthenticator, addPasskey } from '../../../../../testing/console/browser-passkeys.ts'
import { publishedIn } from '../../../../../testing/runs/deliverables.ts'
import { isLong, isSoak } from '../../../../../testing/soak.ts'

// A passkey belongs to a name, so that the address has to be one.
const port = await freePort()
const origin = `http://localhost:${port}`
const settings = { ATELIER_ROLE: 'server', ATELIER_PORT: String(port), ATELIER_PUBLIC_URL: origin }
builtConsole()
const server = { ...(await testServer(settings)), baseUrl: origin }

test.skipIf(hasChromium)('without Chromium no letter is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let at: Scene
  let visit: Visit
  let client: Awaited<ReturnType<typeof newAccount>>
  let projectId: string

  beforeAll(async () => {
    chrome = await openChromium()
    client = await newAccount(server)
    at = await accountScene(server, client.userId, 'client')
    projectId = await emptyProject(at.owner)
    await at.grant(projectId, client.userId, 'steer')
    const worker = await newAccount(server)
    await accountScene(server, worker.userId, 'member')
    // A person who works elsewhere is a stranger here.
    visit = await consoleVisits(chrome, server, worker.email)
  })
  afterAll(() => chrome.close())

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
  /** Only the part behind `#` may differ: without leaving the page between, it would not load again. */
  const follow = async (page: Page, path: string) => {
    await page.goto('about:blank')
    await page.goto(`${server.baseUrl}${path}`)
  }
  const asked = (what: string, ...ids: readonly string[]) => `/open#${[what, at.workspace, ...ids].join('/')}`

  test.runIf(isLong)(
    'a letter leads a client without a portal to its question, which is answered; another account sees nothing',
    async () => {
      const id = await requestIn(server, at, projectId, { requiredActor: 'client', question: 'Closed when? <b>!' })
      const { page, wrong, close } = await visit()
      await follow(page, asked('request', id))
      await heading(page, 'There is nothing here for you')
      await page.getByRole('link', { name: 'Use another account' }).click()
      await signInOn(page, client.email)
      await page.getByText('Closed when? <b>!').waitFor()
      await press(page, 'Send answer')
      await page.getByText('Write a sentence first.').waitFor()
      await page.getByLabel('Your answer').fill('On Mondays.')
      // Typed values survive a reload.
      await page.reload()
      await press(page, 'Send answer')
      await heading(page, 'It is sent')
      expect((await at.owner.call(getPendingRequest, { id })).body).toMatchObject({
        status: 'approved',
        decision: 'On Mondays.',
        decidedBy: 'Ada',
      })
      await page.reload()
      await heading(page, 'Nothing is left to decide')
      expect(wrong).toEqual([])
      await close()
    },
  )

  test.each(looks)('%s each page of a letter is accessible and fits', async (name, options) => {
    const question = await requestIn(server, at, projectId, {
      requiredActor: 'client',
      title: hostile.slice(0, 200),
      question: hostile,
    })
    const { page, wrong, close } = await visit(options, false)
    await follow(page, asked('request', question))
    await page.locator('input[type=email]').fill(client.email)
    await page.locator('input[type=password]').fill(password)
    await page.locator('button[type=submit]').click()
    await page.locator('textarea').waitFor()
    const found = await faultsOf(page)
    await keepPicture(page, `letter question ${name}`)
    for (const path of ['/letters#a', '/letters', '/open#request/x/y']) {
      await follow(page, path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      for (const fault of await faultsOf(page)) found.push(`${path}: ${fault}`)
      await keepPicture(page, `letter ${path} ${name}`)
    }
    expect(found).toEqual([])
    expect(wrong).toEqual([])
    await close()
  })

  const approvalOf = async (cycleId: string) => {
    const given = await at.owner.call(requestDeliverableApproval, { cycleId, body: { reviewerId: client.userId } })
    return given.body.id as string
  }

  test.runIf(isSoak)(
    'a deliverable is sent back with a word, a change agreed to, another deliverable signed, and letters switched off',
    async () => {
      const cycleId = await publishedIn(server, at, projectId, { title: 'The new shop', clientStatus: 'in_review' })
      const approval = await approvalOf(cycleId)
      const change = await requestIn(server, at, projectId, { requestType: 'approval', requiredActor: 'client' })
      const { page, wrong, close } = await visit({}, false)
      await follow(page, asked('deliverable', cycleId, approval))
      await signInOn(page, client.email)
      await page.getByText('The new shop').waitFor()
      await page.getByText('Verified in this browser: the mark matches what you see.').waitFor()
      await press(page, 'Ask for changes')
      await page.getByLabel('What should change?').waitFor()
      await press(page, 'Ask for changes')
      await page.getByText('Say in a sentence what should change.').waitFor()
      await page.getByLabel('What should change?').fill('Larger, please.')
      await press(page, 'Ask for changes')
      await heading(page, 'It is sent')
      expect((await at.owner.call(listDeliverableApprovals, { cycleId })).body).toMatchObject([
        { id: approval, status: 'changes_requested', comment: 'Larger, please.' },
      ])
      await follow(page, asked('request', change))
      await heading(page, 'A change waits for you')
      await press(page, 'Yes, go ahead')
      await heading(page, 'It is sent')
      expect((await at.owner.call(getPendingRequest, { id: change })).body).toMatchObject({ status: 'approved' })
      const signed = await publishedIn(server, at, projectId, { title: 'Faster search', clientStatus: 'in_review' })
      const approvalId = await approvalOf(signed)
      await addAuthenticator(page)
      expect(await addPasskey(page)).toBe(200)
      await follow(page, asked('deliverable', signed, approvalId))
      await press(page, 'Approve version 1')
      await page.getByText(/^I approve “Faster search”, revision 1, SHA-256 /).waitFor()
      await press(page, 'Sign with your passkey')
      await heading(page, 'It is sent')
      const file = (await at.owner.call(getDeliverableDecision, { cycleId: signed, approvalId })).body
      expect(await verifyDecision(file, origin)).toMatchObject({
        proved: { stated: { reviewerId: client.userId } },
      })
      await follow(page, `/letters#${server.parts.letterTokens.tokenFor(client.userId)}`)
      await press(page, 'Stop emails')
      await heading(page, 'Emails are off')
      const session = await at.signIn(client.userId)
      expect((await session.call(getMyLetters)).body).toMatchObject({ requests: false, approvals: false })
      expect(wrong).toEqual([])
      await close()
    },
  )
})
