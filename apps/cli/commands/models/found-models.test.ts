import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { quietSession } from '../../../../testing/cli/quiet-session.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { startOllama } from '../../../../testing/model-provider/ollama.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { openClient } from '../../client/client.ts'
import { models } from '../../../../domains/agents/models/contract.ts'
import { buildProgram } from '../../program/program.ts'

const provider = await startModelProvider()
const server = await testServer({ ATELIER_ROLE: 'server' })
const config = await mkdtemp(join(tmpdir(), 'found-models-'))
const opt = await mkdtemp(join(tmpdir(), 'opt-'))
await mkdir(join(opt, 'bin'))
await writeFile(join(opt, 'bin/opencode'), '#!/bin/sh\necho 1.18.33\n', { mode: 0o755 })
afterAll(async () => {
  await rm(opt, { recursive: true, force: true })
  await provider.close()
  await rm(config, { recursive: true, force: true })
})

const asked = { toolCalls: [{ name: 'say_word', input: { word: 'periwinkle' } }] }
const secret = 'sk-k3Zq0v-never-shown'

const ollama = async (list: unknown) => {
  const { host, close } = await startOllama(provider, list)
  onTestFinished(close)
  return host
}

const run = async (caller: Caller, environment: NodeJS.ProcessEnv, ...words: string[]) => {
  const client = openClient({ url: server.baseUrl, apiKey: caller.key! })
  const quiet = quietSession('/', () => Promise.resolve(client))
  const session = { ...quiet.session, environment: { XDG_CONFIG_HOME: config, HOME: config, PATH: '', ...environment } }
  const failure: unknown = await buildProgram(session)
    .parseAsync(words, { from: 'user' })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
  const endpoints = await client.call(models.listModelEndpoints)
  const preferences = await client.call(models.listModelPreferences)
  await client.close()
  const text = [...quiet.said, ...quiet.printed, JSON.stringify(quiet.documents)].join('\n')
  return { failure, endpoints, preferences, text, documents: quiet.documents }
}

const hosts = () => readFile(join(server.dataFolder, 'model-hosts.json'), 'utf8').catch(() => undefined)

test.runIf(isLong)(
  'a model server is used after one question, and by a server with its data folder only here',
  async () => {
    const { owner } = await scene(server)
    const environment = { OLLAMA_HOST: await ollama({ models: [{ name: 'gpt-oss:20b' }] }) }
    const found = await run(owner, environment, 'models', 'found')
    expect(found.text).toContain('models use ollama')
    expect(found.endpoints).toEqual([])

    const elsewhere = await run(owner, environment, 'models', 'use', 'ollama')
    expect(elsewhere.failure).toMatchObject({ code: 'server_elsewhere' })
    expect(await hosts()).toBeUndefined()

    const file = join(server.dataFolder, 'owner.json')
    await writeFile(file, JSON.stringify({ baseUrl: server.baseUrl, apiKey: owner.key }), { mode: 0o600 })
    await chmod(file, 0o600)
    const here = { ...environment, ATELIER_DATA: server.dataFolder }
    provider.push({ text: 'periwinkle' }, { text: 'periwinkle' })
    const unfit = await run(owner, here, 'models', 'use', 'ollama')
    expect(unfit.failure).toMatchObject({ code: 'model_unfit' })
    expect([unfit.endpoints, JSON.parse((await hosts())!)]).toEqual([[], { hosts: [] }])

    provider.push(asked, asked)
    const used = await run(owner, here, 'models', 'use', 'ollama')
    expect(used.failure).toBeUndefined()
    expect(used.documents).toMatchObject([{ kind: 'endpoint', model: 'ollama/gpt-oss:20b' }])
    expect(used.endpoints).toMatchObject([
      {
        name: 'ollama',
        hasApiKey: false,
        models: [{ inputUsdPerMillion: 0, contextTokens: 32_768, maxOutputTokens: 8_192 }],
      },
    ])
    expect(used.preferences.map(({ role }) => role).sort()).toEqual([
      'coder',
      'intake',
      'planner',
      'reviewer',
      'tester',
      'writer',
    ])
    expect(await hosts()).toContain(environment.OLLAMA_HOST)

    const agent = { ...here, PATH: `${join(opt, 'bin')}:/usr/bin:/bin` }
    const useAgent = () => run(owner, agent, 'models', 'use', 'opencode')
    for (const kept of [await useAgent(), await useAgent()]) {
      expect(kept.failure).toBeUndefined()
      expect(kept.documents).toEqual([{ kind: 'agent', harness: 'runtime-1', name: 'OpenCode' }])
    }
    const agents = JSON.parse(await readFile(join(server.dataFolder, 'agents.json'), 'utf8')) as object
    expect(agents).toMatchObject({
      'runtime-1': { program: join(opt, 'bin/opencode'), args: ['acp'], folder: join(opt, 'bin') },
    })
  },
)

test('a key is sealed and shown nowhere, a wrong key is reported and not kept, and a price is asked for', async () => {
  const { owner } = await scene(server)
  const environment = {
    OPENAI_API_KEY: secret,
    OPENAI_BASE_URL: `${provider.baseUrl}/`,
    ATELIER_DATA: server.dataFolder,
  }
  const file = join(server.dataFolder, 'owner.json')
  await writeFile(file, JSON.stringify({ baseUrl: server.baseUrl, apiKey: owner.key }), { mode: 0o600 })
  const unpriced = await run(owner, environment, 'models', 'use', 'openai')
  expect(unpriced.failure).toMatchObject({ kind: 'usage', message: expect.stringContaining('--price') as string })

  provider.push({ status: 401, message: `Incorrect API key provided: ${secret}` })
  const wrong = await run(owner, environment, 'models', 'use', 'openai', '--price', '1/2')
  expect(wrong.failure).toMatchObject({
    code: 'source_failed',
    message: expect.stringContaining('OPENAI_API_KEY') as string,
  })
  expect(wrong.endpoints).toEqual([])

  provider.push(asked, asked)
  const used = await run(owner, environment, 'models', 'use', 'openai', '--price', '1/2', '--model', 'small')
  expect(used.failure).toBeUndefined()
  expect(provider.requests.at(-1)!.headers.authorization).toBe(`Bearer ${secret}`)
  expect(used.endpoints).toMatchObject([
    { hasApiKey: true, models: [{ identifier: 'openai/small', inputUsdPerMillion: 1 }] },
  ])
  provider.push(asked, asked)
  const again = await run(owner, environment, 'models', 'use', 'openai', '--price', '3/4', '--model', 'large')
  expect(again.endpoints).toMatchObject([{ models: [{ model: 'large' }, { model: 'small' }] }])
  provider.push({ status: 401, message: 'No.' })
  const other = { ...environment, OPENAI_API_KEY: 'sk-of-somebody-else' }
  const failed = await run(owner, other, 'models', 'use', 'openai', '--price', '1/2')
  expect(failed.failure).toMatchObject({ code: 'source_failed' })
  expect(failed.endpoints).toEqual(again.endpoints)
  const said = [unpriced, wrong, used, again].map(
    ({ text, failure }) => text + String((failure as Error | undefined)?.message),
  )
  expect(said.join('\n')).not.toContain(secret)
})

test('a missing source, another program and a source that needs a network are refused with a sentence', async () => {
  const { owner, member } = await scene(server)
  expect((await run(owner, {}, 'models', 'found')).text).toContain('models endpoints add')
  expect((await run(owner, {}, 'models', 'use', 'ollama')).failure).toMatchObject({ code: 'no_such_source' })
  const html = await ollama('<html>')
  expect((await run(owner, { OLLAMA_HOST: html }, 'models', 'use', 'ollama')).failure).toMatchObject({
    code: 'source_unusable',
    message: expect.stringContaining('it is no Ollama') as string,
  })
  const bin = join(config, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'gemini'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  expect((await run(owner, { PATH: bin }, 'models', 'use', 'gemini')).failure).toMatchObject({
    code: 'source_unusable',
  })
  const host = await ollama({ models: [{ name: 'gpt-oss:20b' }] })
  const here = { OLLAMA_HOST: host, ATELIER_DATA: server.dataFolder }
  const refused = await run(member, here, 'models', 'use', 'ollama').catch((error: unknown) => ({ failure: error }))
  expect(refused.failure).toMatchObject({ code: 'forbidden' })
})

test('deliver without a model shows in three lines the sources on this machine, and imports nothing', async () => {
  const { owner } = await scene(server)
  const none = await run(owner, {}, 'deliver', 'Say hello', config)
  expect(none.failure).toMatchObject({ code: 'no_model' })
  expect((none.failure as Error).message.split('\n')).toEqual([
    expect.stringContaining('Nothing was imported'),
    expect.stringContaining('models endpoints add'),
    expect.stringContaining('samples/word-count.md'),
  ])
  const host = await ollama({ models: [{ name: 'gpt-oss:20b' }] })
  const some = await run(owner, { OLLAMA_HOST: host }, 'deliver', 'Say hello', config)
  expect((some.failure as Error).message.split('\n')[1]).toContain('add --use ollama to this command')
  const wrong = await run(owner, { OLLAMA_HOST: host }, 'deliver', 'Say hello', config, '--use', 'lm-studio')
  expect(wrong.failure).toMatchObject({ code: 'no_such_source' })
  expect(some.endpoints).toEqual([])
})
