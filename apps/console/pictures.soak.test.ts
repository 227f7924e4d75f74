import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inviteClientPortalMember } from '../../domains/accounts/clients/contract/portals.ts'
import { addClientAccountProject } from '../../domains/accounts/clients/contract/accounts.ts'
import { saveBillingIdentity } from '../../domains/billing/billables/contract.ts'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { sendProjectMessage } from '../../domains/delivery/conversation/contract.ts'
import { askClientQuestion } from '../../domains/delivery/cycles/contract.ts'
import { requestDeliverableApproval } from '../../domains/delivery/deliverables/contract.ts'
import { resolvePendingRequest } from '../../domains/delivery/requests/contract.ts'
import { afterTest } from '../../testing/after-test.ts'
import { newAccount } from '../../testing/people/account.ts'
import { chargeFor, issuedOf, wholeSeller } from '../../testing/billing/billed-work.ts'
import { hasChromium } from '../../testing/console/chromium.ts'
import { consoleVisits, faultsOf, keepPicture, openConsole, type Visit } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { asOwner } from '../../testing/database-state.ts'
import { publishedIn } from '../../testing/runs/deliverables.ts'
import { endOf } from '../../testing/delivery.ts'
import { hungAfterMs } from '../../testing/runner/hang-timeout.ts'
import { startModelProvider } from '../../testing/model-provider/index.ts'
import { makeAccount, openPortalOf, portalClientOf, seatOf } from '../../testing/clients/portals.ts'
import { reviewable } from '../../testing/runs/reviewable-change.ts'
import { modelSettings } from '../../testing/runs/scripted-turns.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const provider = await startModelProvider()
afterTest(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'key-of-the-model'))

const summary = `Visitors see from **when to when** the shop is open.

| Day | Opens | Closes |
|:--|--:|--:|
| Monday | 8:00 | 18:00 |
| Saturday | 9:00 | 14:00 |

- on the first page
- in the footer`

const looks = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme, locale: 'en' })),
)
const german = { width: 390, colorScheme: 'light', locale: 'de' } as const
type Look = (typeof looks)[number] | typeof german

test.skipIf(hasChromium)('without Chromium no picture is taken', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('pages as people see them, in Chromium, where it is installed', () => {
  let agency: Awaited<ReturnType<typeof openConsole>>
  let client: Visit
  let pages: Readonly<Record<string, string>>
  let portalPages: Readonly<Record<string, string>>
  let join: string

  const named = (id: string, name: string) => agency.at.owner.call(updateProject, { id, body: { name } })

  beforeAll(async () => {
    agency = await openConsole(server)
    const { at } = agency
    const person = await newAccount(server)
    await asOwner(server, `insert into membership (workspace_id, user_id, role) values ($1, $2, 'client')`, [
      at.workspace,
      person.userId,
    ])
    const merged = await reviewable(provider, at, 12)
    await at.owner.call(resolvePendingRequest, { id: merged.request.id as string, body: { status: 'approved' } })
    await endOf(at.owner, merged.cycleId)
    const waits = await reviewable(provider, at, 12)
    await named(merged.projectId, 'Harbour shop')
    await named(waits.projectId, 'Town library')
    const { projectId } = merged
    const globex = await makeAccount(at)
    await makeAccount(at, 'Initech')
    expect((await at.owner.call(addClientAccountProject, { id: globex, projectId })).status).toBe(200)
    const slug = await openPortalOf(at)
    await portalClientOf(server, at, person.userId)
    await seatOf(server, at, globex, person.userId)
    await at.grant(projectId, person.userId, 'steer')
    const deliverable = await publishedIn(server, at, projectId, {
      title: 'Opening hours on the first page',
      summary,
      clientStatus: 'in_review',
    })
    await publishedIn(server, at, projectId, { title: 'Gift cards', clientStatus: 'delivered' })
    const body = { reviewerId: person.userId }
    expect((await at.owner.call(requestDeliverableApproval, { cycleId: deliverable, body })).status).toBe(201)
    await at.owner.call(saveBillingIdentity, { body: wholeSeller })
    const invoiceId = await issuedOf(at, [await chargeFor(at, globex, { description: 'Opening hours' })])
    client = await consoleVisits(agency.chrome, server, person.email, `/portal/${slug}`)
    const said = await client()
    await said.open(`/portal/${slug}/projects/${projectId}`)
    await said.page.getByLabel(/^Write to/).fill('Could the opening hours of Sunday be in red?')
    await said.page.getByRole('button', { name: 'Send', exact: true }).click()
    await said.page.getByRole('listitem').getByText('Could the opening').waitFor()
    await said.close()
    await at.owner.call(sendProjectMessage, { id: waits.projectId, body: { content: 'We begin on Monday.' } })
    const question = { cycleId: deliverable, title: 'Which colour?', question: 'Which colour has the button?' }
    await at.owner.call(askClientQuestion, { body: question })
    const invited = await at.owner.call(inviteClientPortalMember, {
      id: globex,
      body: { email: 'grace@globex.example', projectGrants: [], canCreateProjects: false },
    })
    join = new URL(invited.body.acceptUrl as string).href.split('/console')[1]!
    const project = `/projects/${projectId}`
    const cycle = `/projects/${waits.projectId}/cycles/${waits.cycleId}`
    pages = {
      home: '/',
      project,
      'cycle-waits': cycle,
      'cycle-done': `${project}/cycles/${merged.cycleId}`,
      review: `${cycle}/tasks/${waits.taskId}/review`,
      deliverable: `${project}/cycles/${deliverable}/deliverable`,
      activity: '/audit?view=activity',
      audit: '/audit',
      agents: `${project}/agents`,
      revisions: `${project}/revisions`,
      branches: `${project}/code/branches`,
      deployments: `${project}/deployments`,
      revenue: '/invoices/revenue',
      'billing-details': '/invoices/identity',
      clients: '/clients',
      messages: '/messages',
      'project-messages': `${project}/messages`,
    }
    portalPages = {
      'portal-home': `/portal/${slug}`,
      'portal-deliverable': `/portal/${slug}/delivered/${deliverable}`,
      'portal-invoice': `/portal/${slug}/invoices/${invoiceId}`,
      'portal-project': `/portal/${slug}/projects/${projectId}`,
    }
  }, 5 * hungAfterMs)
  afterAll(() => agency.close())

  /** The faults of these pages, with pictures of them. */
  const faultsIn = async (visit: Visit, named: Readonly<Record<string, string>>, look: Look, isSignedIn = true) => {
    const { width, colorScheme, locale } = look
    const { page, open, close } = await visit({ viewport: { width, height: 900 }, colorScheme, locale }, isSignedIn)
    const found: string[] = []
    for (const [name, path] of Object.entries(named)) {
      await open(path)
      found.push(...(await faultsOf(page)).map((fault) => `${name}: ${fault}`))
      await keepPicture(page, `${name}-${width}-${colorScheme}${locale === 'en' ? '' : `-${locale}`}`)
    }
    await close()
    return found
  }

  test.each(looks)('pages at $width px, $colorScheme', { timeout: 10 * hungAfterMs }, async (look) => {
    expect(await faultsIn(agency.visitor, pages, look)).toEqual([])
    expect(await faultsIn(client, portalPages, look)).toEqual([])
    expect(await faultsIn(client, { 'join-client': join }, look, false)).toEqual([])
  })

  test('pages in German on a phone', { timeout: 5 * hungAfterMs }, async () => {
    expect(await faultsIn(agency.visitor, pages, german)).toEqual([])
    expect(await faultsIn(client, portalPages, german)).toEqual([])
  })

  test('the pages of a place of a project are below its name', async () => {
    const { page, open, close } = await agency.visitor({ viewport: { width: 390, height: 900 } })
    await open(pages.project!)
    await page.locator('.tabs').getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Agents' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor()
    expect(await page.locator('.tabs [aria-current]').textContent()).toBe('Settings')
    expect(await page.locator('.project-parts [aria-current]').textContent()).toBe('Agents')
    expect(await faultsOf(page)).toEqual([])
    await close()
  })
})
