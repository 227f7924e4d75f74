import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listCycleMessages } from '../../../../../../domains/delivery/conversation/contract.ts'
import { listDeliverableApprovals } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { moveTask } from '../../../../../../domains/delivery/tasks/index.ts'
import { record } from '../../../../../../platform/audit/index.ts'
import { newAccount } from '../../../../../../testing/people/account.ts'
import { hasChromium } from '../../../../../../testing/console/chromium.ts'
import {
  darkPhone,
  consoleVisits,
  faultsOf,
  keepPicture,
  openConsole,
} from '../../../../../../testing/console/visits.ts'
import {
  cycleConsole,
  pictureWidths,
  reviewPath,
  type Review,
} from '../../../../../../testing/console/cycle-console.ts'
import { furnish, hostile } from '../../../../../../testing/console/furnished-workspace.ts'
import { waitForSandbox } from '../../../../../../testing/runs/parked-run.ts'
import { reviewable } from '../../../../../../testing/runs/reviewable-change.ts'
import { cycleIn } from '../../../../../../testing/cycles.ts'
import { requestIn } from '../../../../../../testing/runs/requests.ts'
import { asOwner } from '../../../../../../testing/database-state.ts'
import { isLong, isSoak } from '../../../../../../testing/soak.ts'

const { provider, server } = await cycleConsole()

test.skipIf(hasChromium)('without Chromium no cycle is opened', (context) => {
  context.skip('Debian’s chromium is not installed')
})

interface CheckedRun {
  readonly workspace: string
  readonly runId: string
  readonly taskId: string
}

/** A run that waited has its sandbox now and checks the base, whose test took 26 seconds the last time. */
const checkBaseNow = async ({ workspace, runId, taskId }: CheckedRun) => {
  await asOwner(
    server,
    `insert into task_check
       (workspace_id, task_id, run_id, phase, name, command, outcome, duration_ms, log, created_at)
     values ($1, $2, $3, 'base', 'test', 'npm test', 'passed', 26000, '', now())`,
    [workspace, taskId, runId],
  )
  await asOwner(server, 'delete from run_parked where run_id = $1', [runId])
  await asOwner(server, `update run_step set name = 'check-base', status = 'queued', job_id = $2 where run_id = $1`, [
    runId,
    uuidv7(),
  ])
}

describe.skipIf(!hasChromium)('a cycle in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let things: Awaited<ReturnType<typeof furnish>>
  let review: Review

  beforeAll(async () => {
    console = await openConsole(server)
    things = await furnish(server, console.at)
  })
  afterAll(() => console.close())

  test.runIf(isLong)('it shows what happens without a reload', async () => {
    const { projectId, running, task } = things
    await waitForSandbox(server, { workspace: console.at.workspace, runId: task.runId, cycleId: running })
    const { page, open, wrong, close } = await console.visitor()
    await open('/')
    await page.getByText(/· Queued · 2 tasks$/).waitFor()
    await open(`/projects/${projectId}/cycles/${running}`)
    const node = page.getByRole('link', { name: /^Task 1/ })
    await node.getByText('Building').waitFor()
    await page.getByText('No sandbox is free').waitFor()
    await checkBaseNow({ workspace: console.at.workspace, runId: task.runId, taskId: task.id })
    await page.getByText('Installing packages and running checks before the change').waitFor()
    await page.getByText('Last time, “test” took 26 sec.').waitFor()
    await server.database.within(console.at.workspace, (tx) => moveTask(tx, task, 'testing', new Date()))
    await node.getByText('Testing').waitFor()
    const about = { cycleId: running, taskId: task.id }
    const id = await requestIn(server, console.at, projectId, { ...about, title: 'May it?' })
    await server.database.within(console.at.workspace, async (tx) =>
      record(tx, undefined, { name: 'pending_request.created', entity: ['pending_request', id], projectId, ...about }),
    )
    await page.getByRole('heading', { name: 'May it?' }).waitFor()
    await page.getByText('History').click()
    await page.locator('.course li').filter({ hasText: 'Testing' }).filter({ hasText: 'Task 1' }).waitFor()
    expect(wrong).toEqual([])
    await close()
  })

  test('an address that places a task in another cycle leads to its own cycle', async () => {
    const { projectId, running, task } = things
    const other = await cycleIn(server, console.at, projectId, 'draft')
    const { page, open, wrong, close } = await console.visitor()
    await open(`/projects/${projectId}/cycles/${other}/tasks/${task.id}/review`)
    await page.waitForURL(`**/cycles/${running}/tasks/${task.id}/review`)
    await open(`/projects/${projectId}/cycles/${other}?task=${task.id}`)
    await page.waitForURL(`**/cycles/${running}?task=${task.id}`)
    expect(wrong).toEqual([])
    await close()
  })

  test('an endpoint is added in the first run and asked whether agents can work with it; its key stays in no browser', async () => {
    const { page, open, wrong, close } = await console.visitor()
    await open(`/first?project=${things.projectId}`)
    await page.getByRole('radio', { name: 'Your endpoint' }).check()
    await page.getByLabel('Provider').selectOption('Another address')
    const typed = { Address: provider.baseUrl, Model: 'fake-small', Key: 'sk-of-a-person' }
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
    for (const price of ['Input price', 'Output price']) await page.getByLabel(price).fill('1.25')
    provider.push({ status: 401 })
    await page.getByRole('button', { name: 'Test and connect' }).click()
    await page.getByText('refused the configured key').waitFor()
    provider.push(...Array(2).fill({ toolCalls: [{ name: 'say_word', input: { word: 'periwinkle' } }] }))
    await page.getByRole('button', { name: 'Test and connect' }).click()
    const asks = page.getByRole('button', { name: 'Test', exact: true })
    await asks.waitFor()
    const { headers, body } = provider.requests.at(-1)!
    expect([headers.authorization, body.model]).toEqual(['Bearer sk-of-a-person', 'fake-small'])
    provider.push({ status: 401 })
    await asks.click()
    await page.getByText('refused the configured key').waitFor()
    const kept = 'JSON.stringify([sessionStorage, localStorage, document.body.innerHTML])'
    expect(await page.evaluate(kept)).not.toContain('sk-of-a-person')
    expect(await faultsOf(page)).toEqual([])
    expect(wrong).toEqual([])
    await close()
  })

  test.runIf(isLong)(
    'files come with a proposal and with a message, and each shows what agents read of it',
    async () => {
      const { projectId } = things
      const { page, open, wrong, close } = await console.visitor()
      const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
      await open(`/projects/${projectId}/cycles/new`)
      await page.getByLabel('Title').fill('Paint the door')
      await page.getByLabel('Description').fill('As in the brief.')
      await page.getByLabel('Files to add').setInputFiles([text('brief.txt', 'Green.'), text('no.txt', 'No.')])
      await page.getByRole('button', { name: 'Remove no.txt' }).click()
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Save draft' }).click()
      const files = page.getByRole('region', { name: 'Files' })
      await files.getByRole('link', { name: 'brief.txt' }).waitFor()
      await files.getByText('1 page').waitFor()
      const talk = page.getByRole('complementary', { name: 'Conversation' })
      await page.getByRole('link', { name: 'Conversation' }).click()
      await talk.getByLabel('Files to add').setInputFiles([text('screen.txt', 'A screen.')])
      await talk.getByText('1 page').waitFor()
      provider.push({ text: 'Seen.' })
      await talk.getByLabel('Message').fill('Look at this.')
      await talk.getByRole('button', { name: 'Send', exact: true }).click()
      await talk.getByText('Seen.').waitFor()
      expect(JSON.stringify(provider.requests.at(-1)!.body)).toContain('A screen.')
      await talk.locator('.turn').getByRole('link', { name: 'screen.txt' }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(wrong).toEqual([])
      await files.getByRole('button', { name: 'Remove brief.txt' }).click()
      await files.getByRole('link', { name: 'brief.txt' }).waitFor({ state: 'detached' })
      await close()
    },
  )

  test.runIf(isLong)(
    'a message is answered in its place, and one whose connection was cut is sent again and stored once',
    async () => {
      const { projectId, running } = things
      const { page, open, wrong, close } = await console.visitor()
      await open(`/projects/${projectId}/cycles/${running}`)
      const talk = page.getByRole('complementary', { name: 'Conversation' })
      // A conversation without messages is behind a button.
      await page.getByRole('link', { name: 'Conversation' }).click()
      const field = talk.getByLabel('Message')
      provider.push({ text: 'Two of **four** tasks are done.' })
      await field.fill('How far is it?')
      await page.keyboard.press('Control+Enter')
      await talk.getByText('Two of four tasks are done.').waitFor()
      expect(await field.inputValue()).toBe('')
      let asked = 0
      await page.route('**/messages/stream', async (route) => {
        asked += 1
        if (asked > 1) return route.continue()
        // The server has it; its answer is lost.
        await route.fetch()
        return route.abort()
      })
      provider.push({ text: 'Said once.' })
      await field.fill('Once?')
      await talk.getByRole('button', { name: 'Send', exact: true }).click()
      await talk.getByText('Said once.').waitFor()
      await expect.poll(() => asked).toBe(2)
      const { body } = await console.at.owner.call(listCycleMessages, { id: running })
      expect((body as unknown as { content: string }[]).map(({ content }) => content)).toEqual([
        'How far is it?',
        'Two of **four** tasks are done.',
        'Once?',
        'Said once.',
      ])
      expect(wrong.filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
      await close()
    },
  )

  test.runIf(isLong)('a refusal shows in its place, and can be sent again', async () => {
    const { projectId, running } = things
    const { page, open, close } = await console.visitor()
    await open(`/projects/${projectId}/cycles/${running}?side=talk`)
    const talk = page.getByRole('complementary', { name: 'Conversation' })
    provider.push({ status: 401, message: 'The key is wrong' })
    await talk.getByLabel('Message').fill(hostile)
    await talk.getByRole('button', { name: 'Send', exact: true }).click()
    await talk.getByRole('alert').waitFor()
    await talk.getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await page.locator('img').count()).toBe(0)
    await close()
  })

  test.runIf(isLong)(
    'a client’s deliverable is written, published and sent for approval, and decided in place by its reviewer',
    async () => {
      const { at } = console
      const { projectId, running: cycleId } = things
      const { userId, ...asked } = await newAccount(server)
      const joined = `insert into membership (workspace_id, user_id, role) values ($1, $2, 'member')`
      await asOwner(server, joined, [at.workspace, userId])
      await at.grant(projectId, userId, 'view')
      const { page, open, wrong, close } = await console.visitor()
      const path = `/projects/${projectId}/cycles/${cycleId}/deliverable`
      await open(path)
      await page.getByText('Nothing is written for the client yet.', { exact: true }).waitFor()
      await page.getByLabel('Title').fill('Pay by invoice')
      await page.getByLabel('What the client gets').fill(`Within 30 days.\n${hostile}`)
      await page.reload()
      await page.getByRole('button', { name: 'Publish version 1' }).click()
      await page.getByText('Unchanged since it was published').waitFor()
      await page.getByRole('button', { name: /^Ask / }).click()
      await page.getByText('Version 1 waits for the client.', { exact: true }).waitFor()
      expect(await faultsOf(page)).toEqual([])
      await keepPicture(page, 'deliverable published')

      const reviewer = await consoleVisits(console.chrome, server, asked.email)
      const { page: theirs, context: other } = await reviewer()
      const { body } = await at.owner.call(listDeliverableApprovals, { cycleId })
      await theirs.goto(`${server.baseUrl}/console/open#deliverable/${at.workspace}/${cycleId}/${body[0].id as string}`)
      await theirs.getByText('Waiting for your decision.', { exact: true }).waitFor()
      await keepPicture(theirs, 'deliverable to decide')
      await theirs.getByRole('button', { name: 'Ask for changes' }).click()
      await theirs.getByLabel('What should change?').waitFor()
      await theirs.getByRole('button', { name: 'Ask for changes' }).click()
      await theirs.getByText('Say in a sentence what should change.').waitFor()
      await theirs.getByLabel('What should change?').fill('Say from when.')
      await theirs.getByRole('button', { name: 'Ask for changes' }).click()
      // The agency sees it where it is.
      await page.getByText('The client asked for changes to version 1.', { exact: true }).waitFor()
      await page.getByText('Say from when.').waitFor()
      await page.getByLabel('Due by').fill('2027-03-04')
      await page.getByText('It is due by 4 Mar 2027 now.').waitFor()
      await keepPicture(page, 'deliverable edited')
      await page.getByRole('button', { name: 'Publish version 2' }).click()
      await page.getByText('No one has been asked to approve it yet.', { exact: true }).waitFor()
      await page.getByRole('button', { name: /^Ask / }).click()
      await theirs.getByText('It is due by 4 Mar 2027 now.').waitFor()
      await theirs.getByRole('button', { name: 'Approve version 2' }).click()
      await page.getByText('Version 2 is approved.', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Withdraw' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
      await page.getByText('Withdrawn: clients cannot see it.', { exact: true }).waitFor()
      expect(wrong).toEqual([])
      await other.close()
      await close()
    },
  )

  test.runIf(isLong)('on a phone, dark and in German, deliverables fit and are accessible', async () => {
    const { projectId, running } = things
    const phone = await console.visitor(darkPhone)
    const path = `/projects/${projectId}/cycles/${running}/deliverable`
    for (const one of [path, `/projects/${projectId}/deliverables`, '/deliverables']) {
      await phone.goTo(one)
      expect(await faultsOf(phone.page)).toEqual([])
      await keepPicture(phone.page, `phone ${one.replaceAll(/[0-9a-f-]{36}/g, '')}`)
    }
    expect(phone.wrong).toEqual([])
    await phone.close()
  })

  test.runIf(isLong)('the review of a task without a change shows the present work of the task', async () => {
    const { projectId, running, task } = things
    const { page, open, wrong, close } = await console.visitor()
    const answers: number[] = []
    page.on('response', (response) => void answers.push(response.status()))
    await open(`/projects/${projectId}/cycles/${running}/tasks/${task.id}/review`)
    await page.getByRole('heading', { name: 'No change to review yet' }).waitFor()
    await page.getByText('An agent works on this task.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(answers.filter((status) => status >= 400)).toEqual([])
    expect(wrong).toEqual([])
    await keepPicture(page, 'review of an unfinished task')
    await close()
  })

  test.runIf(isSoak)(
    'a long change is read, marked as viewed and gone through by the keyboard, with a part of its lines in the page',
    async () => {
      review = await reviewable(provider, console.at, 1_000)
      const { page, open, wrong, close } = await console.visitor()
      await open(reviewPath(review))
      await page.getByText('after(0,').waitFor()
      expect(await page.locator('mark').first().textContent()).toBe('before')
      expect(await page.locator('.diff tr').count()).toBeLessThan(400)
      await page.getByRole('region', { name: 'src/ü new.txt' }).getByText('No line changed.').waitFor()
      await page.getByText('A binary file').waitFor()
      const picture = page.getByRole('region', { name: 'logo.png' })
      await picture.getByText('120 × 80 px').waitFor()
      await picture.getByText('160 × 90 px').waitFor()
      await expect.poll(() => page.evaluate(pictureWidths)).toEqual([120, 160])
      await page.getByText('This file is not a picture, although its name ends like one.').waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.keyboard.press('j')
      await page.keyboard.press('v')
      await page.getByText('1 of 5 viewed').waitFor()
      await page.reload()
      await page.getByText('1 of 5 viewed').waitFor()
      await page.getByRole('button', { name: 'Unified' }).click()
      await page.waitForURL('**layout=unified**')
      await page.getByRole('link', { name: 'Checks' }).click()
      await page.getByText('100% of all lines, as before').last().waitFor()
      expect(await page.getByRole('list', { name: 'Not measured' }).last().textContent()).toContain('src/values.ts')
      const before = page.locator('details').filter({ hasText: 'before the change' }).first()
      await before.locator('summary').click()
      expect(await before.getByLabel('Output').textContent()).toContain('pass 1')
      expect(await faultsOf(page)).toEqual([])
      expect(wrong).toEqual([])
      await close()
    },
  )
})
