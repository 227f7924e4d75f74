import { once } from 'node:events'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { findSftpServer } from '../../../execution/terminal/index.ts'
import { wholeChain } from '../../../testing/audit/audit-chain.ts'
import type { Reply } from '../../../testing/caller.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import {
  connectSsh,
  printedUntil,
  runOverSsh,
  sftpOver,
  shellOverSsh,
  type SshAccess,
} from '../../../testing/sandbox/ssh.ts'
import { revokeApiKey } from '../../accounts/workspaces/contract/keys.ts'
import { createProjectEnvironment } from '../environments/contract.ts'
import { archiveProject, createProject } from '../projects/contract.ts'
import { getProjectTerminal } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_SSH: 'on', ATELIER_SANDBOX_LIMIT: '12' })

const world = async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const mint = async (caller = at.owner) => (await caller.call(getProjectTerminal, { id })).body as unknown as SshAccess
  return { at, id, mint }
}

test('403 without a credential for a key that may only read', async () => {
  const { at, id } = await world()
  const { caller: reader } = await at.join('admin', { scopes: ['read'] })
  expectError(await unchanged(server, () => reader.call(getProjectTerminal, { id })), 403, 'forbidden')
  expect(await at.auditActions(id)).not.toContain('terminal.mint')
})

test('200 with a credential for one connection, and audit rows for the credential, the beginning and the end', async () => {
  const { at, id, mint } = await world()
  const access = await mint()
  expect(access).toMatchObject({
    command: `ssh -p ${access.port} ${access.user}@127.0.0.1`,
    fingerprint: expect.stringMatching(/^SHA256:/),
    knownHosts: expect.stringContaining(`[127.0.0.1]:${access.port} ssh-ed25519 `),
  })
  const client = await connectSsh(access)
  await expect(connectSsh(access)).rejects.toThrow('authentication')
  const { stdout, code } = await runOverSsh(client, 'pwd; cat; id -un; exit 7', 'typed\n')
  expect([stdout, code]).toEqual(['/worktree\ntyped\nsandbox\n', 7])
  client.end()
  await once(client, 'close')
  await expect.poll(() => at.auditActions(id)).toContain('terminal.end')
  expect((await at.auditActions(id)).filter((action) => action.startsWith('terminal'))).toEqual([
    'terminal.mint',
    'terminal.open',
    'terminal.end',
  ])
  expect(JSON.stringify(await wholeChain(server, at.workspace))).not.toContain(access.password)
})

test('a shell greets, has a terminal that follows its window, and gets the variables of the project', async () => {
  const { at, id, mint } = await world()
  const config = { variables: { REGION: 'eu-1' }, secrets: ['STRIPE_API_KEY'] }
  await at.owner.call(createProjectEnvironment, { projectId: id, body: { label: 'Default', config } })
  const shell = await shellOverSsh(await connectSsh(await mint()))
  expect(await printedUntil(shell, '/worktree $')).toContain('What you change here is not kept')
  shell.setWindow(40, 100, 0, 0)
  const printed = printedUntil(shell, 'DONE')
  shell.write('stty size; echo "$REGION$STRIPE_API_KEY"; echo DO""NE\n')
  expect(await printed).toMatch(/40 100\r\n(.|\n)*eu-1\r\n/)
})

test.runIf(isLong)(
  'files stay from one connection to the next, and the Git folder and the system are read-only',
  async () => {
    const { mint } = await world()
    const first = await connectSsh(await mint())
    expect((await runOverSsh(first, 'echo kept > note.txt')).code).toBe(0)
    const second = await connectSsh(await mint())
    expect((await runOverSsh(second, 'cat note.txt')).stdout).toBe('kept\n')
    const refused = await runOverSsh(second, 'touch .git/x || touch /usr/x || touch "$(git rev-parse --git-dir)/x"')
    expect(refused.code).not.toBe(0)
    expect((await runOverSsh(second, 'cat /proc/net/dev | grep -c :')).stdout).toBe('1\n')
  },
)

test('forwarding of ports is refused in both directions, and so is a foreign subsystem', async () => {
  const { mint } = await world()
  const client = await connectSsh(await mint())
  const outward = new Promise((resolve) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, resolve))
  const inward = new Promise((resolve) => client.forwardIn('127.0.0.1', 0, resolve))
  const subsystem = new Promise((resolve) => client.subsys('netconf', resolve))
  for (const refused of [outward, inward, subsystem]) expect(await refused).toBeInstanceOf(Error)
})

test('forwarding of sockets and displays is refused, and a refused request leaves the connection as it was', async () => {
  const { mint } = await world()
  const client = await connectSsh(await mint())
  const outward = new Promise((resolve) => client.openssh_forwardOutStreamLocal('/run/postgresql/x', resolve))
  const inward = new Promise((resolve) => client.openssh_forwardInStreamLocal('/tmp/x.sock', resolve))
  const display = new Promise((resolve) => client.exec('true', { x11: true }, resolve))
  for (const refused of [outward, inward, display]) expect(await refused).toBeInstanceOf(Error)
  expect((await runOverSsh(client, 'ls /tmp/x.sock; echo "[$DISPLAY$SSH_AUTH_SOCK]"')).stdout).toBe('[]\n')
})

test.skipIf(findSftpServer() === undefined)(
  'SFTP reaches no file of the host, by its path, by dots or by a link, and writes to no read-only folder',
  async () => {
    const { mint } = await world()
    const client = await connectSsh(await mint())
    const sftp = await sftpOver(client)
    const secret = join(server.dataFolder, 'owner.json')
    expect((await runOverSsh(client, `ln -s ${secret} leak`)).code).toBe(0)
    for (const path of [secret, `../..${secret}`, `/worktree/../${secret}`, 'leak', '/etc/shadow'])
      await expect(promisify(sftp.readFile.bind(sftp))(path), path).rejects.toThrow()
    for (const path of ['/usr/x', '/etc/x', '.git/x', '../x'])
      await expect(promisify(sftp.mkdir.bind(sftp))(path), path).rejects.toThrow()
    await promisify(sftp.mkdir.bind(sftp))('own')
    expect((await runOverSsh(client, 'ls -d own')).stdout).toBe('own\n')
  },
)

test('a revoked key ends the session, with the reason', async () => {
  const { at, mint } = await world()
  const member = await at.join('member')
  const client = await connectSsh(await mint(member.caller))
  const shell = await shellOverSsh(client)
  await printedUntil(shell, '/worktree $')
  const farewell = textOf(shell.stderr)
  const closed = once(client, 'close')
  expect(await at.owner.call(revokeApiKey, { id: member.keyId })).toMatchObject({ status: 200 })
  await closed
  expect(await farewell).toContain('Your access to this project has ended.')
})

test('a key that another process ended ends the session, without a word from that process', async () => {
  const { at, mint } = await world()
  const member = await at.join('member')
  const client = await connectSsh(await mint(member.caller))
  const closed = once(client, 'close')
  await asOwner(server, `update api_key set expires_at = now() where id = $1`, [member.keyId])
  await closed
})

test('an archived project ends its sessions, and 409 refuses a new credential', async () => {
  const { at, id, mint } = await world()
  const client = await connectSsh(await mint())
  const unused = await mint()
  const closed = once(client, 'close')
  expect(await at.owner.call(archiveProject, { id })).toMatchObject({ status: 200 })
  await closed
  await expect(connectSsh(unused)).rejects.toThrow('authentication')
  const reply = await at.owner.call(getProjectTerminal, { id })
  expect(reply).toMatchObject({ status: 409, body: { code: 'project_archived' } })
  expect((await at.auditActions(id)).filter((action) => action === 'terminal.mint')).toHaveLength(2)
})

test('404 for a project without a revision', async () => {
  const { owner, auditActions } = await scene(server)
  const repos = [{ fullName: 'northwind/website' }]
  const id = (await owner.call(createProject, { body: { name: 'Hosted', repos } })).body.id as string
  const reply = await owner.call(getProjectTerminal, { id })
  expect(reply).toMatchObject({ status: 404, body: { code: 'no_revision' } })
  expect(await auditActions(id)).not.toContain('terminal.mint')
})

test('503 with the budget when the workspace has its share of sandboxes, and a sandbox that runs still takes people', async () => {
  const { at, id } = await world()
  expect(await at.owner.call(getProjectTerminal, { id })).toMatchObject({ status: 200 })
  const replies: Reply[] = []
  while (replies.length < 12 && replies.at(-1)?.status !== 503)
    replies.push(await at.owner.call(getProjectTerminal, { id: await emptyProject(at.owner) }))
  const { status, body } = replies.at(-1)!
  expect([status, body.code, body.active]).toEqual([503, 'sandbox_budget', body.limit])
  expect(replies.at(-1)!.headers.get('retry-after')).toBe('5')
  expect(await at.owner.call(getProjectTerminal, { id })).toMatchObject({ status: 200 })
})
