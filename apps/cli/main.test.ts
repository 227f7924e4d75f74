import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { Sample } from '../../testing/repositories/samples.ts'
import { sendJson, startTinyServer, type TinyServer } from '../../testing/cli/tiny-server.ts'
import { commandIn } from './program/command.ts'
import { version } from '../../platform/configuration/version.ts'
import { runCli, startCli } from '../../testing/cli/run-cli.ts'
import { runHere } from '../../testing/cli/run-here.ts'

let folder: string
let server: TinyServer | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-main-'))
})
afterEach(async () => {
  await server?.close()
  server = undefined
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (argv: readonly string[], environment: NodeJS.ProcessEnv = {}, runIn = runHere) =>
  runIn(argv, folder, { XDG_CONFIG_HOME: folder, ...environment })
const at = (url: string) => ({ ATELIER_URL: url, ATELIER_API_KEY: 'atl_k' })
const answering = async (status: number, body: unknown) => {
  server = await startTinyServer((_, response) => sendJson(response, status, body))
  return at(server.url)
}

test.runIf(isLong)('0: help and version, on standard output', async () => {
  expect(await run(['--version'], {}, runCli)).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
  expect(await run(['import', '--help'], {}, runCli)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('--on-findings') as string,
    stderr: '',
  })
})

test.each([
  [['frobnicate']],
  [['import', '--frobnicate']],
  [['import', '--on-findings', 'perhaps']],
  [['propose']],
  [['import', 'nowhere']],
  [['login', '--url', 'x', '--key', 'k']],
])('2: %j is a usage error', async (argv) => {
  const { exitCode, stdout, stderr } = await run(argv, at('http://127.0.0.1:9'))
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).not.toBe('')
})

test.each([
  ['inbx', 'inbox'],
  ['delivr', 'deliver'],
  ['models foud', 'models found'],
  ['models endpoints ad', 'models endpoints add'],
])('2: %s is answered with the command that may be meant', async (typed, meant) => {
  const { exitCode, stderr } = await run(typed.split(' '), at('http://127.0.0.1:9'))
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`(Did you mean ${meant}?)`)])
})

test('2: a usage error is one JSON document too, with the command that may be meant', async () => {
  const { exitCode, stdout } = await run(['--json', 'models', 'foud'], at('http://127.0.0.1:9'))
  expect(exitCode).toBe(2)
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage', exitCode: 2, meant: 'models found' } })
})

test.runIf(isLong)('3: no login is stored', async () => {
  const { exitCode, stdout, stderr } = await run(['--json', 'status'], {}, runCli)
  expect([exitCode, stderr]).toEqual([
    3,
    `You are not logged in. Run ${commandIn({ cwd: folder })} login, or set ATELIER_URL and ATELIER_API_KEY.\n`,
  ])
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'not_logged_in', exitCode: 3 } })
})

test('3: the server is unreachable', async () => {
  expect(await run(['status'], at('http://127.0.0.1:1'))).toMatchObject({ exitCode: 3, stdout: '' })
})

test.each([
  [401, 3],
  [403, 3],
  [404, 5],
  [409, 4],
  [503, 4],
  [400, 1],
  [500, 1],
])('an answer of %i exits with %i, with one JSON document and the message beside it', async (status, exitCode) => {
  const environment = await answering(status, { error: 'No.', code: 'some_code', requestId: 'r1' })
  const ended = await run(['--json', 'stop', '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'], environment)
  expect(ended.exitCode).toBe(exitCode)
  expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: 'some_code', exitCode, requestId: 'r1', status } })
  expect(ended.stderr).toMatch(/^No\./)
})

test('login finds the server of a data folder and tries the key, and later commands use it', async () => {
  const { ATELIER_URL: baseUrl } = await answering(200, [])
  const data = join(folder, 'data')
  await mkdir(data)
  await writeFile(join(data, 'owner.json'), JSON.stringify({ baseUrl, apiKey: 'atl_owner' }))
  const config = join(folder, 'config')
  expect(await run(['login'], { ATELIER_DATA: data, XDG_CONFIG_HOME: config })).toMatchObject({
    exitCode: 0,
    stderr: '',
  })
  expect(await run(['--json', 'status'], { XDG_CONFIG_HOME: config })).toEqual({
    exitCode: 0,
    stdout: '[]\n',
    stderr: '',
  })
  expect(server!.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['atl_owner', 'atl_owner'])
})

test('whoami names the server and whose key is used, and logout forgets it', async () => {
  const owner = { id: 'u', name: 'Ada', email: 'ada@example.com' }
  const key = { id: 'k', hint: 'atl_abcd…', name: 'laptop', scopes: ['read'], owner, lastUsedAt: null, expiresAt: null }
  const { ATELIER_URL: url } = await answering(200, [{ ...key, hint: 'atl_zzzz…', name: 'other' }, key])
  const environment = { XDG_CONFIG_HOME: join(folder, 'who') }
  await run(['login', '--url', url, '--key', 'atl_abcdefgh'], environment)
  expect(await run(['whoami'], environment)).toEqual({
    exitCode: 0,
    stdout: `ada@example.com at ${url}\nKey atl_abcd… “laptop” (read)\n`,
    stderr: '',
  })
  const left = await run(['logout'], { ...environment, ATELIER_API_KEY: 'atl_k' })
  expect(left.stdout).toMatch(/^\S+credentials\.json is removed\. The key still works: /)
  expect(left.stderr).toContain('ATELIER_API_KEY is set')
  expect(await run(['whoami'], environment)).toMatchObject({ exitCode: 3 })
  expect(await run(['--json', 'logout'], environment)).toMatchObject({ stdout: '{"url":null,"removed":null}\n' })
})

test('config keeps set values, names the server and the file, and never the key', async () => {
  const { ATELIER_URL: url } = await answering(200, [])
  const environment = { XDG_CONFIG_HOME: join(folder, 'settings') }
  await run(['login', '--url', url, '--key', 'atl_secret'], environment)
  expect(await run(['config', 'set', 'protect', 'perhaps'], environment)).toMatchObject({ exitCode: 2 })
  expect(await run(['config', 'set', 'server', 'http://elsewhere'], environment)).toMatchObject({ exitCode: 2 })
  expect(await run(['config', 'set', 'project', 'Shop'], environment)).toMatchObject({ stdout: 'project is Shop.\n' })
  expect(await run(['config', 'get', 'project'], environment)).toMatchObject({ stdout: 'Shop\n' })
  const file = join(folder, 'settings', 'atelier', 'config.json')
  const listed = await run(['config'], environment)
  for (const part of [url, 'Shop', file]) expect(listed.stdout).toContain(part)
  const json = await run(['--json', 'config', 'list'], environment)
  expect(JSON.parse(json.stdout)).toEqual({ file, server: url, project: 'Shop' })
  expect(listed.stdout + json.stdout).not.toContain('atl_secret')
  // The first of two requests looks for the project of that name, which does not exist.
  expect(await run(['propose', 'A change'], environment)).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('“Shop”') as string,
  })
  expect((await run(['config', 'unset', 'project'], environment)).exitCode).toBe(0)
  expect(await run(['config', 'get', 'project'], environment)).toMatchObject({ exitCode: 5 })
  await writeFile(file, '{"projekt":"Shop"}')
  expect((await run(['config'], environment)).stderr).toContain(`${file} has “projekt”, which is no setting`)
  expect(await run(['open', 'docs'], environment)).toEqual({ exitCode: 0, stdout: `${url}/docs\n`, stderr: '' })
})

test('an invalid key is not stored', async () => {
  const { ATELIER_URL: url } = await answering(401, { error: 'No key.', code: 'unauthenticated', requestId: 'r' })
  expect(await run(['login', '--url', url, '--key', 'wrong'], { XDG_CONFIG_HOME: join(folder, 'none') })).toMatchObject(
    { exitCode: 3 },
  )
  await expect(readdir(join(folder, 'none'))).rejects.toThrow('ENOENT')
})

test.runIf(isLong)('130: Ctrl-C ends a waiting command, reports the state and leaves no file', async () => {
  server = await startTinyServer(() => undefined)
  const temporary = join(folder, 'temporary')
  await mkdir(temporary)
  const sample = new Sample(join(folder, 'shop'))
  sample.write('a', '1').commit()
  const running = startCli(['import'], sample.path, { ...at(server.url), TMPDIR: temporary })
  await running.untilSaid('1 file on main')
  running.interrupt()
  const { exitCode, stdout, stderr } = await running.ended
  expect([exitCode, stdout]).toEqual([130, ''])
  expect(stderr).toContain('No project was made; run the same command again')
  expect(await readdir(temporary)).toEqual([])
})
