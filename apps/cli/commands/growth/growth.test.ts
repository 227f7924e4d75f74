import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { textRow, workbookOf } from '../../../../testing/ai/documents.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { afterTest } from '../../../../testing/after-test.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { mailFrom, mailTo } from '../../../../testing/growth/mail.ts'
import { growthProjectIn, leadIn } from '../../../../testing/growth/rows.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const run = (caller: Caller, ...words: string[]) => runCommand(server, caller, ['growth', ...words])

test('growth adds, lists, looks up and removes suppressions', async () => {
  const { member, client } = await scene(server)
  const { printed, documents } = await run(member, 'suppress', 'Ada@Example.com', 'example.org')
  expect(printed.map((line) => line.split(/ {2,}/).slice(1)).sort()).toEqual([
    ['person', 'ada@example.com'],
    ['person', 'example.org'],
  ])
  expect(documents).toMatchObject([{ alreadyListed: 0 }])
  expect((await run(member, 'suppressions', '--address', 'eve@mail.example.org')).printed).toEqual([
    expect.stringMatching(/ example\.org$/),
  ])
  const [found] = (await run(member, 'suppressions', '--address', 'ada@example.com')).printed
  expect((await run(member, 'unsuppress', found!.split(' ')[0]!)).documents).toEqual([{ deleted: true }])
  expect((await run(member, 'suppressions')).printed).toHaveLength(1)
  expect((await run(member, 'suppress', 'no address')).failure).toBeDefined()
  expect((await run(client, 'suppressions')).failure).toBeDefined()
})

test('growth status shows the spend of the month and the rules', async () => {
  const { member } = await scene(server)
  const { printed, documents } = await run(member, 'status')
  expect(printed[0]).toBe('spent this month  $0.00, no hard cap')
  expect(documents).toMatchObject([{ leadRetentionDays: 180 }])
})

test.runIf(isLong)('growth shows projects and their research, and imports and lists leads', async () => {
  const at = await scene(server)
  const id = await growthProjectIn(server, at)
  expect((await run(at.member, 'projects')).printed).toEqual([`${id}  A company  http://127.0.0.1/`])
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-leads-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'leads.csv')
  await writeFile(file, 'Mail,Firma\nada@example.com,Acme\nnonsense,\n')
  const imported = await run(at.member, 'leads', 'import', id, file)
  expect(imported.printed).toEqual(['1 of 2 rows imported, 1 refused', 'row 3  bad_address'])
  const book = join(folder, 'fair.xlsx')
  await writeFile(book, workbookOf(['A', 'B'].map((name) => ({ name, rows: textRow([`eve@${name}.example`]) }))))
  expect((await run(at.member, 'leads', 'import', id, book, '--sheet', 'b')).printed).toEqual([
    '1 of 1 rows imported, 0 refused',
  ])
  expect((await run(at.member, 'leads', 'import', id, book, '--sheet', 'c')).failure).toBeDefined()
  await asOwner(server, `delete from growth_lead where domain = 'b.example' and workspace_id = $1`, [at.workspace])
  expect((await run(at.member, 'leads', 'list', id)).printed).toEqual([
    expect.stringMatching(/ new {11}ada@example\.com {2}Acme$/),
  ])
  const { printed } = await run(at.member, 'research', id, '--no-wait')
  expect(printed[0]).toBe(`${id}  queued`)
  expect((await run(at.client, 'projects')).failure).toBeDefined()
})

test('growth shows providers and chains, and looks up the new leads of a growth project', async () => {
  const at = await scene(server)
  const id = await growthProjectIn(server, at)
  const { printed } = await run(at.member, 'providers')
  expect(printed).toContainEqual(expect.stringMatching(/^mail_check {6}built in {14}verify_email \$0\.00$/))
  expect(printed).toContainEqual(expect.stringMatching(/^hunter {10}no key, off {11}find_email \$0\.0340, /))
  const chains = (await run(at.member, 'chains')).printed
  expect(chains[0]).toBe('find_email')
  expect(chains[1]).toBe('  known_pattern   0 asked, 0 found, 0 failed, $0.00')
  expect((await run(at.member, 'lookup', id, '--no-wait')).failure).toBeDefined()
  await leadIn(server, at, { projectId: id })
  const looked = await run(at.member, 'lookup', id, '--no-wait')
  expect(looked.printed.map((line) => line.replace(/^[0-9a-f-]{36} {2}/, ''))).toEqual([
    'queued',
    '1 leads, 1 left, 0 look-ups found something, $0.00',
  ])
  expect((await run(at.client, 'providers')).failure).toBeDefined()
})

test('growth shows the inbox and a thread, and answers a lead', async () => {
  const at = await scene(server)
  const projectId = await growthProjectIn(server, at)
  const leadId = await leadIn(server, at, { projectId })
  const mail = { leadId, projectId, mailboxId: null }
  await mailTo(server, at, mail)
  await mailFrom(server, at, { ...mail, body: 'Sounds\u001b[31m good.' })
  expect((await run(at.member, 'inbox', projectId, '--replied', '--intent', 'interested')).printed).toEqual([
    `${leadId}  interested      ada@example.com  Re: Web shops`,
  ])
  expect((await run(at.member, 'inbox', projectId, '--intent', 'question')).printed).toEqual([])
  const { printed, documents } = await run(at.member, 'thread', leadId)
  expect(printed[0]).toMatch(/ sent {2}to the lead$/)
  expect(printed[3]).toMatch(/ reply {2}ada@example\.com {2}interested$/)
  expect(printed.join('')).not.toContain('\u001b')
  expect(documents).toMatchObject([{ messages: [{ direction: 'out' }, { direction: 'in' }] }])
  // The workspace has no mailbox.
  expect((await run(at.member, 'reply', leadId, 'Hello')).failure).toBeDefined()
})
