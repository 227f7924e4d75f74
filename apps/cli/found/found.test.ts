import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sendJson, startTinyServer } from '../../../testing/cli/tiny-server.ts'
import type { ExternalAgent } from '../../../execution/harness/external-agents.ts'
import { knownAgents } from './agent-list.ts'
import { findAgents, folderOf } from './agents.ts'
import { keysIn } from '../../../execution/models/found/keys.ts'
import { servedModels } from '../../../execution/models/found/server-list.ts'
import { findServers, serversFor } from '../../../execution/models/found/servers.ts'
import { sourceLines } from './source-lines.ts'

const { signal } = new AbortController()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'found-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const secret = 'sk-k3Zq0v-never-shown'

test('keys of the environment are found by their variable, and no value is in the result or the output', () => {
  const found = keysIn({
    ANTHROPIC_API_KEY: secret,
    MISTRAL_API_KEY: secret,
    GROQ_API_KEY: '  ',
    XAI_API_KEY: 'two words',
    HOME: '/root',
  })
  expect(found.map(({ name, unusable }) => [name, unusable === undefined])).toEqual([
    ['anthropic', true],
    ['mistral', true],
    ['xai', false],
  ])
  const text = [JSON.stringify(found), ...sourceLines(found)].join('\n')
  expect(text).not.toContain(secret)
  expect(text).not.toContain('two words')
  expect(text).toContain('$3 in, $15 out on 2026-02-18')
  expect(text).toContain('models use mistral --price <in>/<out>')
})

test('OPENAI_BASE_URL leads the key elsewhere, without the price of OpenAI; an address with a password is refused', () => {
  const at = (address: string) => keysIn({ OPENAI_API_KEY: secret, OPENAI_BASE_URL: address })[0]!
  expect(at('')).toMatchObject({ title: 'OpenAI', model: 'gpt-5', price: { pricedOn: '2025-08-07' } })
  expect(at('http://localhost:9000/v1/')).toEqual({
    kind: 'key',
    name: 'openai',
    title: 'OpenAI-compatible at 127.0.0.1:9000',
    variable: 'OPENAI_API_KEY',
    baseUrl: 'http://127.0.0.1:9000/v1',
    model: 'gpt-5',
    unusable: undefined,
  })
  for (const address of ['ftp://models.example.com', 'https://me:pw@models.example.com/v1', 'models'])
    expect(at(address).unusable).toContain('OPENAI_BASE_URL')
})

test('lists of models are read from any server’s answer, and a name in them can be part of a command', () => {
  expect(
    servedModels('{"models":[{"name":"nomic-embed-text"},{"name":"llama3.2"},{"name":"qwen2.5-coder:7b"}]}'),
  ).toEqual({
    models: ['llama3.2', 'qwen2.5-coder:7b'],
    model: 'qwen2.5-coder:7b',
    contextTokens: undefined,
  })
  const loaded = [
    { id: 'openai/gpt-oss-20b', type: 'llm', state: 'not-loaded', max_context_length: 131_072 },
    { id: 'mistral-small', type: 'llm', state: 'loaded', max_context_length: 65_536, loaded_context_length: 4_096 },
    { id: 'bge', type: 'embeddings', state: 'loaded' },
  ]
  expect(servedModels(JSON.stringify({ data: loaded }))).toMatchObject({ model: 'mistral-small', contextTokens: 4_096 })
  expect(servedModels('<html>')).toBeUndefined()
  expect(servedModels('{"data":"all of them"}')).toBeUndefined()
  const row = fc.oneof(
    fc.anything(),
    fc.record({ id: fc.string() }),
    fc.record({ name: fc.stringMatching(/^[ -~]{1,30}$/) }),
  )
  fc.assert(
    fc.property(fc.array(row, { maxLength: 300 }), (models) => {
      const served = servedModels(JSON.stringify({ models }))!
      expect(served.models.length).toBeLessThanOrEqual(200)
      expect(served.models.every((name) => /^[A-Za-z0-9][\w.:/@+-]*$/.test(name))).toBe(true)
      expect(served.model === undefined).toBe(served.models.length === 0)
    }),
    { numRuns: 60 },
  )
})

const askedAt = async (...ports: readonly number[]) => {
  const path = '/api/tags'
  return findServers(
    {},
    signal,
    ports.map((port, at) => ({ name: `server-${at}`, title: 'Ollama', port, path })),
  )
}

const portOf = (url: string) => Number(new URL(url).port)

test('a server is known by its answer: other programs, slow answers and endless answers are named, a closed port is not', async () => {
  const answers: Parameters<typeof startTinyServer>[0][] = [
    (_, response) => sendJson(response, 200, { models: [{ name: 'gpt-oss:20b' }] }),
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Jenkins</h1>'),
    (_, response) => response.writeHead(302, { location: 'http://192.0.2.1/api/tags' }).end(),
    () => undefined,
    (_, response) => {
      response.on('error', () => undefined)
      const more = () => {
        while (!response.destroyed && response.write('[0,'.repeat(20_000)));
      }
      response.on('drain', more)
      more()
    },
    (_, response) => sendJson(response, 200, { models: [{ name: 'a\u001b[2J' }, { name: '--model=x' }] }),
  ]
  const servers = await Promise.all(answers.map((answer) => startTinyServer(answer)))
  const foreign = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')).listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  const closed = await startTinyServer(() => undefined)
  await closed.close()
  onTestFinished(async () => {
    foreign.close()
    await Promise.all(servers.map((server) => server.close()))
  })
  const ports = servers.map(({ url }) => portOf(url))
  const found = await askedAt(...ports, (foreign.address() as AddressInfo).port, portOf(closed.url))
  expect(found.map(({ unusable = 'usable', model }) => [model, unusable.replace(/\d{4,5}/, 'N')])).toEqual([
    ['gpt-oss:20b', 'usable'],
    [undefined, 'Port N is open, but it is no Ollama: it sent text/html.'],
    [undefined, 'Port N is open, but it is no Ollama: it answered 302.'],
    [undefined, 'Port N is open, but nothing came within 1.5 s.'],
    [undefined, 'Port N is open, but it is no Ollama: its answer has no end.'],
    [undefined, 'Ollama runs, but has no model that can write code.'],
    [undefined, 'Port N is open, but it is no Ollama: it closed the connection.'],
  ])
})

test('OLLAMA_HOST names another port of loopback, and no other machine', () => {
  const portWith = (host: string) => serversFor({ OLLAMA_HOST: host })[0]!.port
  expect(['127.0.0.1:11500', 'http://localhost:11500/', ':11500'].map(portWith)).toEqual([11_500, 11_500, 11_500])
  expect(['192.0.2.7:11500', 'models.example.com:11500', ''].map(portWith)).toEqual([11_434, 11_434, 11_434])
})

const program = async (path: string, script: string) => {
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
}

test('agents on the PATH are listed with their version, or with the reason why they cannot be used', async () => {
  const opt = join(folder, 'opt')
  await program(join(opt, 'node_modules', 'opencode-ai', 'bin', 'opencode'), `[ -z "$OPENAI_API_KEY" ] && echo 1.18.33`)
  await mkdir(join(opt, 'bin'))
  await symlink(join(opt, 'node_modules/opencode-ai/bin/opencode'), join(opt, 'bin', 'opencode'))
  await program(join(opt, 'bin', 'codex-acp'), 'echo never run >&2; exit 1')
  const [openCode, codex] = await findAgents({ PATH: join(opt, 'bin'), HOME: '/root', OPENAI_API_KEY: secret }, signal)
  expect(openCode).toMatchObject({
    name: 'opencode',
    version: '1.18.33',
    agent: {
      program: join(opt, 'node_modules/opencode-ai/bin/opencode'),
      args: ['acp'],
      folder: join(opt, 'node_modules'),
    },
  })
  expect(codex!.unusable).toContain('ATELIER_AGENTS_FILE')
  const home = join(folder, 'home')
  await program(join(home, '.local/bin/opencode'), 'echo 1.0.0')
  const [atHome] = await findAgents({ PATH: join(home, '.local/bin'), HOME: home }, signal)
  expect(atHome!.unusable).toContain('home folder')
  expect(folderOf(join(home, '.local/bin/opencode'), folder)).toEqual({
    path: join(home, '.local/bin'),
    isHome: false,
  })
})

test('each agent that the page names is looked for, and a usable one has the settings of the page', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../docs/agents-by-acp.md'), 'utf8')
  const blocks = page.split('```json\n').slice(1)
  const named = blocks.flatMap((block) =>
    Object.values(JSON.parse(block.split('\n```', 1)[0]!) as Readonly<Record<string, ExternalAgent>>),
  )
  expect(named.length).toBeGreaterThanOrEqual(4)
  for (const { name, program, args = [], environment = {} } of named) {
    const known = knownAgents.find((agent) => agent.title === name)
    expect(known, name).toMatchObject({
      program: basename(program),
      ...(known?.unusable === undefined && { args, environment }),
    })
  }
})

test('a command that hangs, fails or prints rubbish is not used, and nothing of it stays', async () => {
  const place = (name: string) => join(folder, name, 'opencode')
  const marks = join(folder, 'marks')
  await mkdir(marks)
  await program(place('hangs'), `echo $$ > ${marks}/pid; sleep 600`)
  await program(place('fails'), 'echo 1.2.3; exit 3')
  await program(place('rubbish'), 'yes 1.2.3')
  const found = await Promise.all(
    ['hangs', 'fails', 'rubbish'].map((name) =>
      findAgents({ PATH: `${join(folder, name)}:/usr/bin:/bin`, HOME: '/root' }, signal),
    ),
  )
  for (const [one] of found) expect(one!.unusable).toContain('did not print a version')
  const pid = Number(await readFile(join(marks, 'pid'), 'utf8'))
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
