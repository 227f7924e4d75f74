import { once } from 'node:events'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { scene } from '../../../testing/scene.ts'
import { callerOf } from '../../../testing/caller.ts'
import { restarted, testServer } from '../../../testing/server.ts'
import { connectSsh, runOverSsh, type SshAccess } from '../../../testing/sandbox/ssh.ts'
import { openWebTerminal } from '../../../testing/console/web-terminal.ts'
import { revokeApiKey } from '../../accounts/workspaces/contract/keys.ts'
import { archiveProject } from '../projects/contract.ts'
import { getProjectTerminal } from './contract.ts'

const settings = { ATELIER_ROLE: 'server', ATELIER_SSH: 'on', ATELIER_SANDBOX_LIMIT: '10' }
const server = await testServer(settings)

const world = async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const mint = async (caller = at.owner) => (await caller.call(getProjectTerminal, { id })).body as unknown as SshAccess
  return { at, id, mint }
}

const openShell = async (access: SshAccess, { baseUrl }: Pick<typeof server, 'baseUrl'> = server) => {
  const terminal = openWebTerminal(baseUrl, access)
  await terminal.opened()
  terminal.resize(80, 24)
  await expect.poll(terminal.printed).toContain('/worktree $')
  return terminal
}

test('a credential opens one shell, whose window, exit code and audit rows are as over SSH', async () => {
  const { at, id, mint } = await world()
  const access = await mint()
  const terminal = await openShell(access)
  expect(terminal.printed()).toContain('What you change here is not kept')
  terminal.resize(100, 40)
  terminal.type('stty size; echo DO""NE\n')
  await expect.poll(terminal.printed).toMatch(/40 100\r\n(.|\n)*DONE/)
  await expect(connectSsh(access)).rejects.toThrow('authentication')
  terminal.type('exit 7\n')
  expect(await terminal.closed).toEqual({ code: 1000, reason: '7' })
  await expect.poll(() => at.auditActions(id)).toContain('terminal.end')
  expect((await at.auditActions(id)).filter((action) => action.startsWith('terminal'))).toEqual([
    'terminal.mint',
    'terminal.open',
    'terminal.end',
  ])
})

test('401 for a wrong password, and for a credential that was used', async () => {
  const { mint } = await world()
  const access = await mint()
  const statusOf = async (password: string) => {
    const { socket } = openWebTerminal(server.baseUrl, { ...access, password })
    const [, { statusCode }] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    return statusCode
  }
  expect(await statusOf('wrong')).toBe(401)
  await openShell(access)
  expect(await statusOf(access.password)).toBe(401)
})

test('403 for a page of another site that has a credential', async () => {
  const { mint } = await world()
  const { socket } = openWebTerminal(server.baseUrl, await mint(), { origin: 'https://evil.example' })
  const [, { statusCode }] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }]
  expect(statusCode).toBe(403)
})

test('a revoked key ends the shell with the reason', async () => {
  const { at, mint } = await world()
  const member = await at.join('member')
  const terminal = await openShell(await mint(member.caller))
  expect(await at.owner.call(revokeApiKey, { id: member.keyId })).toMatchObject({ status: 200 })
  expect(await terminal.closed).toEqual({ code: 4403, reason: 'Your access to this project has ended.' })
})

test.runIf(isLong)(
  'an archived project ends its shells, also for a client that does not answer the close',
  async () => {
    const { at, id, mint } = await world()
    const deaf = await openShell(await mint())
    deaf.socket.pause()
    expect(await at.owner.call(archiveProject, { id })).toMatchObject({ status: 200 })
    await expect.poll(() => at.auditActions(id)).toContain('terminal.end')
  },
)

test('messages that are no size change nothing, and a client that leaves before its first one leaves no shell', async () => {
  const { at, id, mint } = await world()
  const terminal = await openShell(await mint())
  for (const said of ['{', '[]', 'null', '{"columns":-1,"rows":1e9}']) terminal.socket.send(said)
  terminal.type('echo AL""IVE\n')
  await expect.poll(terminal.printed).toContain('ALIVE')
  const left = openWebTerminal(server.baseUrl, await mint())
  await left.opened()
  left.socket.close()
  await expect.poll(async () => (await at.auditActions(id)).filter((one) => one === 'terminal.end')).toHaveLength(1)
})

test.runIf(isLong)(
  'two servers show the same sandbox of a project, and one of them continues without the other',
  async () => {
    const { at, mint } = await world()
    const first = await restarted(server, settings)
    const here = await openShell(await mint(callerOf(first.baseUrl, at.owner.key)), first)
    here.type('echo kept > note.txt; echo DO""NE\n')
    await expect.poll(here.printed).toContain('DONE')
    const there = await openShell(await mint())
    there.type('cat note.txt\n')
    await expect.poll(there.printed).toContain('kept')
    const ssh = await connectSsh(await mint())
    const ran = await runOverSsh(ssh, 'cat; cat note.txt; exit 7', 'typed\n')
    expect(ran).toMatchObject({ stdout: 'typed\nkept\n', code: 7 })
    await first.close()
    await Promise.all([here.closed, there.closed])
    const alone = await openShell(await mint())
    alone.type('cat note.txt; echo DO""NE\n')
    await expect.poll(alone.printed).toContain('No such file')
  },
)
