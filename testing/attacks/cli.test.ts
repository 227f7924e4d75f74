import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findOwner } from '../../apps/cli/client/credentials.ts'
import { sendJson, startTinyServer, type TinyServer } from '../cli/tiny-server.ts'
import { runCli } from '../cli/run-cli.ts'
import { runHere } from '../cli/run-here.ts'
import { Sample } from '../repositories/samples.ts'

const folder = await mkdtemp(join(tmpdir(), 'attacks-cli-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const projectId = '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'
let answers: Record<string, unknown>
let hostile: TinyServer
beforeEach(async () => {
  answers = {}
  hostile = await startTinyServer((request, response) => {
    const body = answers[request.url!.split('?')[0]!]
    sendJson(
      response,
      body ? 200 : 400,
      body ?? { error: 'Bad \u001b]0;owned\u0007\u001b[2J', code: 'x', fields: [field] },
    )
  })
})
afterEach(() => hostile.close())
const field = { path: '\u001b[31m\u202epath', message: 'a\rb\u009b2J', rule: 'x' }

const environment = () => ({ ATELIER_URL: hostile.url, ATELIER_API_KEY: 'atl_x', HOME: folder })
const run = (cwd: string, ...argv: string[]) => runHere(argv, cwd, environment())

describe('a hostile server', () => {
  test.each(['--output=VICTIM', '--stdin', 'HEAD', '-h', 'a'.repeat(39), `${'a'.repeat(40)}\n--output=VICTIM`])(
    'that names %s as a commit does not make git do anything',
    async (name) => {
      const victim = join(folder, 'victim')
      await writeFile(victim, 'precious')
      const sample = new Sample(join(folder, `repository-${name.replaceAll(/\W/g, '')}`))
      sample.write('file', 'x').commit()
      const head = {
        projectId,
        revisionId: projectId,
        generation: 1,
        branch: 'main',
        manifest: {},
        manifestSha256: 'x',
      }
      const commitSha = name.replace('VICTIM', victim)
      answers[`/v1/api/projects/${projectId}/revisions/head`] = { ...head, commitSha, source: 'merge', createdAt: 'x' }
      const { exitCode, stderr } = await run(sample.path, 'pull', '.', '--project', projectId)
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('as git does not')])
      expect(await readFile(victim, 'utf8')).toBe('precious')
    },
  )

  test('that names ../../x as a branch cannot write a file there', async () => {
    for (const branch of ['../../x', '--template=/tmp', 'a\u0007b', 'x.lock', '/etc/passwd', '']) {
      const head = {
        projectId,
        revisionId: projectId,
        generation: 1,
        commitSha: 'a'.repeat(40),
        manifest: {},
        manifestSha256: 'x',
      }
      answers[`/v1/api/projects/${projectId}`] = { project: { name: 'x' } }
      answers[`/v1/api/projects/${projectId}/revisions/head`] = { ...head, branch, source: 'merge', createdAt: 'x' }
      const { exitCode, stderr } = await run(folder, 'pull', 'new', '--project', projectId)
      expect([branch, exitCode, stderr]).toEqual([branch, 1, expect.stringContaining('as git does not')])
    }
  })

  test('cannot send control sequences to the terminal in its refusals', async () => {
    const { exitCode, stdout, stderr } = await runCli(['status'], folder, environment())
    expect(exitCode).toBe(1)
    expect(stderr).toContain('Bad \\u{001b}]0;owned')
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
  })
})

describe('a repository with an owner.json of its own', () => {
  const write = async (content: object, mode: number) => {
    const place = await mkdtemp(join(folder, 'checkout-'))
    await mkdir(join(place, '.atelier'))
    await writeFile(join(place, '.atelier', 'owner.json'), JSON.stringify(content))
    await chmod(join(place, '.atelier', 'owner.json'), mode)
    return place
  }
  const here = { baseUrl: 'http://127.0.0.1:4310', apiKey: 'atl_x' }

  test.each([
    ['with the file mode of a git checkout', here, 0o644],
    ['readable by another group', here, 0o640],
    ['that names another machine', { ...here, baseUrl: 'https://atelier.evil.example' }, 0o600],
    ['that names an address elsewhere', { ...here, baseUrl: 'http://192.0.2.1:4310' }, 0o600],
    ['that names a host similar to this machine', { ...here, baseUrl: 'http://localhost.evil.example' }, 0o600],
    [
      'that names a host with the address of this machine as its prefix',
      { ...here, baseUrl: 'http://127.0.0.1.evil.example' },
      0o600,
    ],
    ['that hides the host behind a name', { ...here, baseUrl: 'http://127.0.0.1@evil.example' }, 0o600],
  ])('%s does not log in', async (_how, content, mode) => {
    expect(await findOwner({}, [await write(content, mode)])).toBeUndefined()
  })

  test('of a local server is still found', async () => {
    expect(await findOwner({}, [await write(here, 0o600)])).toEqual({ url: here.baseUrl, apiKey: 'atl_x' })
  })
})
