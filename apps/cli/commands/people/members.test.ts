import { expect, test } from 'vitest'
import { listMemberInvitations } from '../../../../domains/accounts/workspaces/contract/members.ts'
import { listProjects } from '../../../../domains/code/projects/contract.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { runHere } from '../../../../testing/cli/run-here.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

/** Runs a command as a person would, and gives its output and the documents for scripts. */
const run = (caller: Caller, ...words: string[]) => runCommand(server, caller, words)

test('members lists the people of the agency with their roles', async () => {
  const { owner, member } = await scene(server)
  const { printed, documents } = await run(member, 'members')
  expect(printed.map((line) => line.split(' ')[0]).sort()).toEqual(['member', 'owner'])
  expect(documents).toMatchObject([
    [{ email: expect.any(String) as string }, { joinedAt: expect.any(String) as string }],
  ])
  expect((await run(owner, 'members')).printed).toEqual(printed)
})

test('invite prints only the link, and reports whether the mail was sent', async () => {
  const { owner } = await scene(server)
  const { printed, said } = await run(owner, 'invite', 'ada@example.com', '--role', 'admin')
  expect(printed).toEqual([expect.stringMatching(/\/join#[\w-]{43}$/)])
  expect(said.join('\n')).toMatch(/invited as admin until \d{4}-\d\d-\d\d\. No mail server took/)
  expect((await owner.call(listMemberInvitations)).body).toMatchObject([{ email: 'ada@example.com', role: 'admin' }])
})

test('invite fails for a member and for a role without invitations', async () => {
  const { member, owner } = await scene(server)
  expect((await run(member, 'invite', 'ada@example.com')).failure).toMatchObject({ kind: 'unreachable' })
  expect((await run(owner, 'invite', 'ada@example.com', '--role', 'owner')).failure).toBeDefined()
})

test('keys lists the keys, and keys revoke revokes one by its id or its first characters', async () => {
  const { owner, join } = await scene(server)
  const one = await join('member')
  const other = await join('member')
  const { printed } = await run(owner, 'keys')
  expect(printed.filter((line) => line.startsWith(one.keyId))).toHaveLength(1)
  expect(printed.join('\n')).not.toContain(one.caller.key!.slice(9))
  expect((await run(owner, 'keys', 'revoke', one.keyId)).printed).toEqual(['The key “Test” is revoked.'])
  expect((await run(owner, 'keys', 'revoke', other.caller.key!.slice(0, 8))).printed).toHaveLength(1)
  for (const { caller } of [one, other]) expect((await caller.call(listProjects)).status).toBe(401)
  expect((await run(owner, 'keys', 'revoke', 'atl_none')).failure).toMatchObject({ kind: 'absent', code: 'no_key' })
})

test('outbox lists mail of a server without SMTP, and prints a message', async () => {
  const { owner } = await scene(server)
  await run(owner, 'invite', 'grace@example.com', '--role', 'admin')
  const { databaseUrl: DATABASE_URL, dataFolder: ATELIER_DATA } = server
  const outbox = (...words: string[]) => runHere(['outbox', ...words], '/', { DATABASE_URL, ATELIER_DATA })
  const { stdout } = await outbox('--json')
  const { messages } = JSON.parse(stdout) as { messages: { id: string; recipient: string }[] }
  const [newest] = messages.filter(({ recipient }) => recipient === 'grace@example.com')
  expect((await outbox()).stdout).toContain(newest!.id)
  expect((await outbox(newest!.id)).stdout).toMatch(/^To: grace@example\.com\r?$/m)
  expect(await outbox('none')).toMatchObject({ stderr: expect.stringContaining('no message none') as string })
  expect(await runHere(['outbox'], '/', { ATELIER_DATA })).toMatchObject({
    stderr: expect.stringContaining('is not running') as string,
  })
})
