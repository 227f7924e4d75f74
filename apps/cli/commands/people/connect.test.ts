import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testCodeHost } from '../../../../testing/integrations/code-host.ts'
import { runForText } from '../../../../testing/cli/run-command.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { testGitHubApp } from '../../../../testing/integrations/github-app.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { createCodeHost } from '../../../../domains/code/code-hosts/contract.ts'
import { isLong } from '../../../../testing/soak.ts'

const token = 'gitea-token-of-the-test-0004'
const app = testGitHubApp()
const host = await testCodeHost(token, app)
const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_FETCH_PRIVATE_HOSTS: host.host })

test.runIf(isLong)(
  'connections are listed and tested, and a project is connected, shown and disconnected',
  async () => {
    const at = await scene(server)
    const project = await emptyProject(at.owner)
    const connect = (...words: string[]) => runForText(server, at.owner, ['connect', ...words])
    expect((await connect('list')).said).toEqual([expect.stringContaining('connect add')])
    const body = { kind: 'gitea' as const, name: 'Acme', baseUrl: host.url, token }
    await at.owner.call(createCodeHost, { body })
    await at.owner.call(createCodeHost, { body: { ...body, name: 'Wrong', token: 'another' } })
    expect((await connect('list')).printed).toBe('code host  gitea  Acme\ncode host  gitea  Wrong')
    expect((await connect('test', 'acme')).printed).toBe('It works.')
    expect((await connect('test', 'Wrong')).failure).toMatchObject({ code: 'connection_does_not_work' })
    expect((await connect('test', 'Nothing')).failure).toMatchObject({ code: 'connection_absent' })
    expect((await connect('status', '--project', project)).printed).toBe('The project is connected to no code host.')
    const made = await connect('project', 'Acme', 'acme/cli', '--create', '--project', project)
    expect(made.printed).toBe('The project is connected to acme/cli.')
    expect((await connect('status', '--project', project)).printed).toContain(`${host.url}/acme/cli  waiting`)
    expect((await connect('disconnect', '--project', project)).printed).toContain('is disconnected')
  },
)

test('connect add takes an app of GitHub with its key in a file', async () => {
  const at = await scene(server)
  const folder = await mkdtemp(join(tmpdir(), 'app-key-'))
  const key = join(folder, 'app.pem')
  await writeFile(key, app.privateKey)
  const ids = ['--app', app.appId, '--installation', app.installationId]
  const add = (...words: string[]) =>
    runForText(server, at.owner, ['connect', 'add', 'github', 'App', '--url', host.url, ...words])
  expect((await add(...ids)).failure).toMatchObject({ kind: 'usage' })
  expect((await add(...ids, '--key', join(folder, 'none.pem'))).failure).toMatchObject({ kind: 'usage' })
  const { printed } = await add(...ids, '--key', key)
  expect(printed).toBe(`App  ${host.url}`)
  expect((await runForText(server, at.owner, ['connect', 'test', 'App'])).printed).toBe('It works.')
  await rm(folder, { recursive: true })
})
