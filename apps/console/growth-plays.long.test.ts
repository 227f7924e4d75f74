import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listGrowthMessages } from '../../domains/growth/messages/contract.ts'
import { createGrowthPlay } from '../../domains/growth/plays/contract.ts'
import { listGrowthChains } from '../../domains/growth/providers/contract.ts'
import { getGrowthPlay } from '../../domains/growth/sending/contract.ts'
import { updateGrowthSettings } from '../../domains/growth/settings/contract.ts'
import { hasChromium } from '../../testing/console/chromium.ts'
import { darkPhone, faultsOf, keepPicture, openConsole } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { asOwner } from '../../testing/database-state.ts'
import { mailboxIn } from '../../testing/growth/mail.ts'
import { filledPlayIn } from '../../testing/growth/play-rows.ts'
import { growthProjectIn, leadIn } from '../../testing/growth/rows.ts'
import { mailWorld } from '../../testing/mail-world/index.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const mails = await mailWorld()
// Without its jobs nothing is sent, and nothing ends a sequence.
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: mails.privateHosts })

test.skipIf(hasChromium)('without Chromium no play is launched', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('plays in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  let projectId: string

  beforeAll(async () => {
    console = await openConsole(server)
    projectId = await growthProjectIn(server, console.at)
  })
  afterAll(() => console.close())

  const pagesOf = (projectId: string, playId: string) => ({
    board: `/growth/projects/${projectId}/plays`,
    play: `/growth/plays/${playId}`,
    mails: `/growth/plays/${playId}/mails`,
    sent: `/growth/plays/${playId}/mails?show=sent`,
    leads: `/growth/plays/${playId}/leads`,
    results: `/growth/plays/${playId}/results`,
  })
  const messages = async (playId: string, status: string) =>
    (await console.at.owner.call(listGrowthMessages, { projectId, query: { playId, status } })).body as {
      subject: string
      body: string
      citations: { source: string }[]
    }[]

  test('a play is made by hand, gets its emails and is launched once nothing is missing', async () => {
    const { at, visitor } = console
    const lead = await leadIn(server, at, { projectId, address: 'eve@eve.example' })
    await asOwner(server, 'update growth_lead set looked_up_at = now() where id = $1', [lead])
    const { page, open, wrong, close } = await visitor()
    await open(`/growth/projects/${projectId}/plays`)
    await keepPicture(page, 'plays none')
    await page.getByLabel('Name').fill('Shops in Cork')
    await page.getByRole('button', { name: 'Create play' }).click()
    await page.getByRole('heading', { level: 1, name: 'Shops in Cork' }).waitFor()
    const launch = page.getByRole('button', { name: 'Launch' })
    expect(await launch.isDisabled()).toBe(true)
    await keepPicture(page, 'play new')
    await page.getByRole('button', { name: 'Add the first email' }).click()
    await page.getByRole('button', { name: 'Save sequence' }).click()
    await page.getByText('Enter a text.').first().waitFor()
    await page.getByLabel('Subject').fill('Shops for {{company|you}}')
    await page.getByLabel('Text').fill('Hello {{firstName|there}},\n\nmay we call you?')
    await page.getByRole('button', { name: 'Add an email' }).click()
    await page.getByLabel('Text').nth(1).fill('Did you read our email, {{nick}}?')
    await page.getByRole('button', { name: 'Save sequence' }).click()
    await page.getByText('Unknown placeholders: {{nick}}.').waitFor()
    await keepPicture(page, 'play sequence form')
    await page.getByLabel('Text').nth(1).fill('Did you read our email?')
    await page.getByRole('button', { name: 'Save sequence' }).click()
    await page.getByText('3 days later').waitFor()
    await page.getByLabel(/have a lawful basis/).check()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText(/^confirmed by /).waitFor()
    expect(await launch.isDisabled()).toBe(true)
    await at.owner.call(updateGrowthSettings, { body: { senderPostalAddress: '1 Main Street, Dublin' } })
    await page.reload()
    await page.getByText('The operator of this server sets it up.').waitFor()
    expect(await launch.isDisabled()).toBe(true)
    await asOwner(
      server,
      `update growth_play set status = 'active', launched_at = now() where name = 'Shops in Cork'`,
      [],
    )
    await page.reload()
    await page.getByText('Pause the play to change its emails.').waitFor()
    await page.getByRole('link', { name: 'Choose leads' }).first().click()
    await page.getByRole('button', { name: 'Add to the play' }).click()
    await page.getByText('1 lead added.').waitFor()
    await page.getByRole('button', { name: 'Queue new leads' }).click()
    await page.getByText('1 not queued').waitFor()
    await keepPicture(page, 'play leads refused')
    const filter = page.getByLabel('Find a name, company, address or country')
    await filter.pressSequentially('no such ', { delay: 50 })
    await page.waitForURL(/find=no\+such/)
    await page.keyboard.type('lead')
    await page.waitForURL(/find=no\+such\+lead/)
    await page.reload()
    expect(await filter.inputValue()).toBe('no such lead')
    await filter.fill('')
    await page.waitForURL((url) => !url.searchParams.has('find'))
    expect(await faultsOf(page)).toEqual([])
    expect(wrong).toEqual([])
    await close()
  })

  test('drafts are approved with the keyboard, edited and discarded; an unknown delivery is resolved', async () => {
    const playId = await filledPlayIn(server, console.at, { projectId })
    const { page, open, wrong, close } = await console.visitor()
    await open(`/growth/plays/${playId}/mails`)
    const list = page.getByRole('region', { name: 'For approval' })
    await list.locator('q').getByText('We build web shops.').waitFor()
    await list.getByRole('link', { name: 'http://127.0.0.1/' }).waitFor()
    await keepPicture(page, 'emails waiting')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('a')
    await list.getByText('Reply to the previous email').waitFor()
    expect(await messages(playId, 'approved')).toHaveLength(2)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Text').fill('Hello Ada,\n\nWe build web shops. Tuesday at ten?')
    await keepPicture(page, 'email edited')
    await page.getByRole('button', { name: 'Approve as edited' }).click()
    await page.getByText('No email waits for you', { exact: true }).waitFor()
    const edited = (await messages(playId, 'approved')).find(({ body }) => body.includes('Tuesday'))
    expect(edited?.citations.map(({ source }) => source)).toContain('person')
    await page.getByRole('button', { name: /^It did not: / }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.getByRole('heading', { level: 1, name: 'Deliverables' }).waitFor()
    expect(await messages(playId, 'cancelled')).toEqual([])
    await open(`/growth/plays/${playId}/mails`)
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('d')
    await page.getByText('No email waits for you', { exact: true }).waitFor()
    expect(await messages(playId, 'unknown')).toEqual([])
    expect(await messages(playId, 'cancelled')).toHaveLength(1)
    expect(wrong).toEqual([])
    await close()
  })

  test('an administrator lets emails go without approval if the growth settings leave it to the play', async () => {
    const { at, visitor } = console
    const { body } = await at.owner.call(createGrowthPlay, { projectId, body: { name: 'A draft' } })
    const playId = body.id as string
    const { page, open, wrong, close } = await visitor()
    await open(`/growth/plays/${playId}`)
    await page.locator('summary', { hasText: 'Settings' }).click()
    const approval = page.getByLabel('Send approval')
    expect(await approval.isDisabled()).toBe(true)
    await page.getByText('By the growth settings a person approves every email.').waitFor()
    await at.owner.call(updateGrowthSettings, { body: { sendApproval: 'by_play' } })
    await approval.selectOption({ label: 'Emails are sent without approval' })
    await page.getByLabel('Excluded countries').fill('France')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Enter country codes of two letters, such as FR, IT.').waitFor()
    await page.getByLabel('Excluded countries').fill('fr, it')
    await page.getByText('France and Italy').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved').waitFor()
    expect((await at.owner.call(getGrowthPlay, { playId })).body.play).toMatchObject({
      sendApproval: 'never',
      excludedCountries: ['FR', 'IT'],
    })
    await at.owner.call(updateGrowthSettings, { body: { sendApproval: 'always' } })
    expect(wrong).toEqual([])
    await close()
  })

  test('drafts are followed while they are written, and an email is sent to the person as a test', async () => {
    const { at, email, visitor } = console
    const playId = await filledPlayIn(server, at, { projectId: await growthProjectIn(server, at) })
    const run = `update growth_draft_run set status = 'writing', leads = 4, ended_at = null where growth_play_id = $1`
    await asOwner(server, run, [playId])
    await at.owner.call(updateGrowthSettings, { body: { senderPostalAddress: '1 Main Street, Dublin' } })
    await mailboxIn(at, mails)
    const { page, open, wrong, close } = await visitor()
    await open(`/growth/plays/${playId}`)
    await page.getByText('4 of 13 leads looked at.').waitFor()
    expect(await page.getByRole('button', { name: 'Write missing drafts' }).isDisabled()).toBe(true)
    await keepPicture(page, 'play writing')
    await asOwner(server, run.replace(`'writing', leads = 4, ended_at = null`, `'finished', ended_at = now()`), [
      playId,
    ])
    await page.getByText('14 drafts for 4 leads.').waitFor()
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await page.getByText(`Sent to ${email}.`).waitFor()
    expect(mails.taken.filter(({ to }) => to === email)).toHaveLength(1)
    expect(wrong).toEqual([])
    await close()
  })

  test('a website is corrected where its reading failed, and a provider takes its place in a look-up', async () => {
    const { at, visitor } = console
    const id = await growthProjectIn(server, at)
    const failed = `update growth_run set status = 'failed', failure_code = 'website_unreachable',
      failure_message = 'Nothing answers there.' where growth_project_id = $1`
    await asOwner(server, failed, [id])
    const { page, open, wrong, close } = await visitor()
    await open(`/growth/projects/${id}`)
    await page.getByRole('button', { name: 'Change address' }).click()
    const address = page.getByLabel('Website')
    await address.fill('http://10.0.0.7')
    await page.getByRole('button', { name: 'Read this address' }).click()
    await page.getByText('is not the address of a public website').waitFor()
    await address.fill('https://shop.example')
    await page.getByRole('button', { name: 'Read this address' }).click()
    await page.getByRole('link', { name: 'https://shop.example/' }).waitFor()
    await open('/growth/settings?view=providers')
    const orders = async () => {
      const { body } = await at.owner.call(listGrowthChains)
      return (body as { order: string[] }[]).map(({ order }) => order)
    }
    const before = await orders()
    const place = page.getByLabel(/^Place of /).first()
    await place.selectOption('Off')
    await expect.poll(orders).not.toEqual(before)
    await place.selectOption('1')
    await expect.poll(orders).toEqual(before)
    expect(wrong).toEqual([])
    await close()
  })

  test.each([
    ['light on a desktop', { colorScheme: 'light' }],
    ['dark on a desktop', { colorScheme: 'dark' }],
    ['dark on a phone, in German', { ...darkPhone, viewport: { width: 390, height: 844 } }],
    ['light on a phone', { viewport: { width: 390, height: 844 } }],
  ] as const)('each page is accessible and fits: %s', async (name, look) => {
    const filled = await growthProjectIn(server, console.at)
    const playId = await filledPlayIn(server, console.at, { projectId: filled })
    await asOwner(server, `update growth_play set status = 'paused', pause_reason = 'bounces' where id = $1`, [playId])
    const { page, open, wrong, close } = await console.visitor(look)
    for (const [title, path] of Object.entries(pagesOf(filled, playId))) {
      await open(path)
      expect([title, await faultsOf(page)]).toEqual([title, []])
      await keepPicture(page, `${title} ${name}`)
    }
    const { status } = await console.at.owner.call(getGrowthPlay, { playId })
    expect(status).toBe(200)
    expect(wrong).toEqual([])
    await close()
  })
})
