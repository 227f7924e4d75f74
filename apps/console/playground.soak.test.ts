import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createModelEndpoint } from '../../domains/agents/models/contract.ts'
import { accountScene, newAccount } from '../../testing/people/account.ts'
import { hasChromium, openChromium } from '../../testing/console/chromium.ts'
import { consoleVisits, darkPhone, faultsOf, keepPicture, type Visit } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { callSettings } from '../../testing/models/model-calls.ts'
import { startModelProvider } from '../../testing/model-provider/index.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer({ ...callSettings(provider), ATELIER_ROLE: 'server' })

test.skipIf(hasChromium)('without Chromium no model is tried', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let chrome: Browser
  let visitor: Visit

  beforeAll(async () => {
    chrome = await openChromium()
    const account = await newAccount(server)
    const { owner } = await accountScene(server, account.userId, 'owner')
    const prices = { inputUsdPerMillion: 2, outputUsdPerMillion: 4, pricedOn: '2026-11-21' }
    const models = [{ model: 'large', ...prices }]
    const body = { name: 'acme', shape: 'chat', baseUrl: provider.baseUrl, apiKey: 'sk-of-acme', models }
    expect((await owner.call(createModelEndpoint, { body })).status).toBe(201)
    visitor = await consoleVisits(chrome, server, account.email)
  })
  afterAll(() => chrome.close())

  test('a streamed answer is shown with its tokens and its cost, and a refusal in words', async () => {
    const { page, open, wrong, close } = await visitor()
    await open('/playground')
    await page.getByLabel('Model', { exact: true }).selectOption('acme/large')
    await page.getByText('$2.00 per million tokens read, $4.00 per million written').waitFor()
    await page.getByText('System text, document').click()
    await page.getByLabel('System text', { exact: true }).fill('Be brief.')
    await page.getByLabel('Question').fill('What is a worktree?')
    const answer = page.getByRole('region', { name: 'Answer' })
    provider.push({ text: '**A second folder** of one repository.' })
    await page.getByRole('button', { name: 'Ask the model' }).click()
    await answer.getByRole('status').waitFor()
    expect(await answer.textContent()).toMatch(/A second folder of one repository\..*acme\/large.*100.*20.*\$0\.0003/)
    expect(provider.requests.at(-1)!.body).toMatchObject({
      stream: true,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'What is a worktree?' },
      ],
    })
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'playground answered')

    await page.getByRole('combobox', { name: 'Answer' }).selectOption('whole')
    provider.push({ text: 'Yes.' })
    await page.getByRole('button', { name: 'Ask the model' }).click()
    await answer.getByText('Yes.').waitFor()
    provider.push({ status: 400, message: 'too long' })
    await page.getByRole('button', { name: 'Ask the model' }).click()
    await answer.getByRole('alert').waitFor()
    expect(await answer.textContent()).toContain('The model endpoint refused the question')
    await keepPicture(page, 'playground refused')
    expect(wrong).toEqual([])
    await close()
  })

  test('the page is whole on a phone, in German and in the dark', async () => {
    const { page, open, wrong, close } = await visitor(darkPhone)
    await open('/playground')
    await page.getByLabel('Frage').fill('Was ist ein Worktree?')
    provider.push({ text: 'Ein zweiter Ordner.' })
    await page.getByRole('button', { name: 'Modell fragen' }).click()
    await page.getByRole('region', { name: 'Antwort' }).getByText('Tokens gelesen').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'playground phone')
    expect(wrong).toEqual([])
    await close()
  })
})
