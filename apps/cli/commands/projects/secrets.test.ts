import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { emptyProject } from '../../../../testing/cycles.ts'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { runCli } from '../../../../testing/cli/run-cli.ts'
import { compiled } from '../../../../testing/runner/compiled.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { afterTest } from '../../../../testing/after-test.ts'
import { createProjectSecretsConfig } from '../../../../domains/code/secrets/contract.ts'
import { variablesOf } from '../../secrets/variables.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const folder = await mkdtemp(join(tmpdir(), 'atelier-secrets-'))
afterTest(() => rm(folder, { recursive: true, force: true }))

const world = async () => {
  const { owner } = await scene(server)
  const projectId = await emptyProject(owner)
  const environment = { ATELIER_URL: server.baseUrl, ATELIER_API_KEY: owner.key! }
  const secrets = async (...words: string[]) => {
    const ran = await runForText(server, owner, ['secrets', ...words, '--project', projectId], folder)
    return { ...ran, said: ran.said.join('\n') }
  }
  const run = (...words: string[]) =>
    runCli(['secrets', 'run', '--project', projectId, ...words], folder, { HOME: folder, ...environment })
  return { owner, projectId, environment, secrets, run }
}

test('secrets imports files, names skipped files, lists masked, and exports only for the owner', async () => {
  const { secrets, owner, projectId } = await world()
  const text = '# shop\nSTRIPE="sk_live_canary" # live\nLD_PRELOAD=/tmp/evil.so\n'
  await writeFile(join(folder, '.env'), text)
  await writeFile(join(folder, 'broken.env'), 'A=1\nB="x')
  expect((await secrets('import', '.env')).printed).toBe('.env: 2 secrets')
  expect((await secrets('import', '.env', 'broken.env')).failure).toMatchObject({
    code: 'files_skipped',
    kind: 'failed',
  })
  for (const file of ['../.env', 'none.env', '.'])
    expect((await secrets('import', file)).failure).toMatchObject({ kind: 'usage' })
  const body = { provider: 'manual', label: 'Shared', config: { SENTRY: 'https://canary' } }
  await owner.call(createProjectSecretsConfig, { projectId, body })
  const { printed, documents } = await secrets()
  expect(printed).toContain('.env  STRIPE  ••••nary')
  expect(printed).toContain('  SENTRY  ••••nary')
  expect(JSON.stringify([printed, documents])).not.toContain('canary')
  expect((await secrets('export', '.env')).failure).toMatchObject({ code: 'file_exists', kind: 'conflict' })
  await rm(join(folder, '.env'))
  await writeFile(join(folder, 'elsewhere'), 'mine')
  await chmod(join(folder, 'elsewhere'), 0o644)
  await symlink(join(folder, 'elsewhere'), join(folder, '.env'))
  expect((await secrets('export', '.env')).failure).toMatchObject({ code: 'file_exists' })
  const exported = await secrets('export', '.env', '--force')
  expect(exported).toMatchObject({ failure: undefined, documents: [{ source: '.env', sizeBytes: text.length }] })
  expect(JSON.stringify(exported)).not.toContain('canary')
  expect([await readFile(join(folder, '.env'), 'utf8'), await readFile(join(folder, 'elsewhere'), 'utf8')]).toEqual([
    text,
    'mine',
  ])
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600)
  expect((await secrets('export', '.env', '--format', 'json', '--out', 'new/env.json')).failure).toBeUndefined()
  expect(JSON.parse(await readFile(join(folder, 'new', 'env.json'), 'utf8'))).toMatchObject({
    STRIPE: 'sk_live_canary',
  })
  expect((await secrets('export', 'none')).failure).toMatchObject({ kind: 'absent' })
  expect((await secrets('remove', '.env')).printed).toBe('.env is removed from the project, with 2 secrets.')
  expect((await secrets('remove', '.env')).failure).toMatchObject({ kind: 'absent', code: 'secret_file_not_found' })
  expect(await readFile(join(folder, '.env'), 'utf8')).toBe(text)
})

test('secrets set takes a value from standard input, run hands values to a command and ends as it does', async () => {
  const { projectId, environment, run, secrets } = await world()
  const main = join(import.meta.dirname, '..', '..', 'main.ts')
  const set = (name: string, value: string, ...more: string[]) => {
    const setting = promisify(execFile)(
      process.execPath,
      [main, 'secrets', 'set', name, '--project', projectId, ...more],
      { env: { PATH: process.env.PATH, HOME: folder, ...compiled(), ...environment } },
    )
    setting.child.stdin!.end(value)
    return setting
  }
  expect((await set('TOKEN', 'canary with spaces\n')).stdout).toBe('TOKEN is set in .env.\n')
  await set('TOKEN', 'of the last path', '--source', 'api/.env')
  await set('PATH', '/tmp/evil', '--source', 'api/.env')
  await set('spring.password', 'x', '--source', 'app.properties')
  await expect(set('TOKEN', 'x', '--source', '../.env')).rejects.toMatchObject({ code: 1 })
  const script =
    'process.stderr.write(String(process.env.TOKEN === process.argv[1] && !process.env.PATH.includes("evil")))'
  const all = await run('--', 'node', '-e', `${script}; process.exit(7)`, 'of the last path')
  expect(all).toMatchObject({ exitCode: 7, stdout: '' })
  expect(all.stderr).toBe('Left out, since they decide what a command loads: PATH\ntrue')
  const one = await run('--source', '.env', '--', 'node', '-e', script, 'canary with spaces')
  expect(one).toEqual({ exitCode: 0, stdout: '', stderr: 'true' })
  expect((await run('--', 'node', '-e', 'process.kill(process.pid, "SIGKILL")')).exitCode).toBe(137)
  expect(await run('--', 'no-such-program')).toMatchObject({ exitCode: 1, stdout: '' })
  expect((await secrets('run', '--source', 'none', '--', 'true')).failure).toBeDefined()
})

test('variables are texts with names of variables that load nothing, and the last path counts', () => {
  const files = new Map<string, unknown>([
    ['b/.env', { A: 'b', 'not-a-name': 'x', NODE_OPTIONS: '--require x', ld_preload: 'x', NUL: 'a\0b' }],
    ['.env', { A: 'a', B: 'b', nested: { C: 'c' }, GIT_SSH_COMMAND: 'x' }],
  ])
  expect(variablesOf(files)).toEqual({ A: 'b', B: 'b' })
})
