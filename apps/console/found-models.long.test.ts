import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listModelEndpoints } from '../../domains/agents/models/contract.ts'
import { hasChromium } from '../../testing/console/chromium.ts'
import { darkPhone, faultsOf, keepPicture, openConsole } from '../../testing/console/visits.ts'
import { builtConsole } from '../../testing/console/open-console.ts'
import { emptyProject } from '../../testing/cycles.ts'
import { startModelProvider } from '../../testing/model-provider/index.ts'
import { startOllama } from '../../testing/model-provider/ollama.ts'
import { testServer } from '../../testing/server.ts'

builtConsole()
const provider = await startModelProvider()
const ollama = await startOllama(provider, { models: [{ name: 'llama3.2' }, { name: 'gpt-oss:20b' }] })
afterAll(() => Promise.all([ollama.close(), provider.close()]))
const server = await testServer({ ATELIER_ROLE: 'server' })

const asked = { toolCalls: [{ name: 'say_word', input: { word: 'periwinkle' } }] }

test.skipIf(hasChromium)('without Chromium no model of the machine is chosen', (context) => {
  context.skip('Debian’s chromium is not installed')
})

describe.skipIf(!hasChromium)('in Chromium, where it is installed', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  beforeAll(async () => {
    vi.stubEnv('OLLAMA_HOST', ollama.host)
    vi.stubEnv('MISTRAL_API_KEY', 'sk-of-the-machine-1234')
    vi.stubEnv('XAI_API_KEY', 'two words')
    console = await openConsole(server)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await console.close()
  })

  test('a model server of the machine is tried, not kept if it is unfit, and used if it is fit', async () => {
    const { visitor: visit, at } = console
    const projectId = await emptyProject(at.owner)
    const { page, open, wrong, close } = await visit()
    await open(`/first?project=${projectId}`)
    const ollamaChoice = page.getByRole('radio', { name: /Ollama/ })
    await ollamaChoice.waitFor()
    expect(await ollamaChoice.isChecked()).toBe(true)
    await page.getByRole('radio', { name: /Mistral/ }).check()
    await page.getByRole('button', { name: 'Test and connect' }).click()
    expect(await page.getByText('Write a number such as 1.25.').count()).toBe(2)
    await page.getByText('1 found that cannot be used').click()
    await page.getByText('The value of XAI_API_KEY has a space').waitFor()

    await ollamaChoice.check()
    expect(await faultsOf(page)).toEqual([])
    await keepPicture(page, 'first run found models')
    const phone = await visit({ ...darkPhone })
    await phone.open(`/first?project=${projectId}`)
    await phone.page.getByRole('radio', { name: /Ollama/ }).check()
    expect(await faultsOf(phone.page)).toEqual([])
    await keepPicture(phone.page, 'first run found models phone')
    await phone.close()

    provider.push({ text: 'periwinkle' }, { text: 'periwinkle' })
    await page.getByRole('button', { name: 'Test and connect' }).click()
    await page.getByText('It did not call the tool that it was given.').waitFor()
    expect((await at.owner.call(listModelEndpoints)).body).toEqual([])

    provider.push(asked, asked)
    await page.getByRole('button', { name: 'Test and connect' }).click()
    await page.getByRole('button', { name: 'Use it', exact: true }).click()
    await page.getByLabel('What should be different?').waitFor()
    expect(page.url()).toContain('ollama%2Fgpt-oss%3A20b')
    expect([wrong, phone.wrong]).toEqual([[], []])
    await close()
  })
})
