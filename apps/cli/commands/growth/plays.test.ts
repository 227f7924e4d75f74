import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { updateGrowthSettings } from '../../../../domains/growth/settings/contract.ts'
import { afterTest } from '../../../../testing/after-test.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { mailboxIn } from '../../../../testing/growth/mail.ts'
import { addLead } from '../../../../testing/growth/lookups.ts'
import { growthProjectIn } from '../../../../testing/growth/rows.ts'
import { scene } from '../../../../testing/scene.ts'
import { mailWorld } from '../../../../testing/mail-world/index.ts'
import { outreachServer } from '../../../../testing/network/public-address.ts'

const mails = await mailWorld()
const server = await outreachServer(mails)

const run = (caller: Caller, ...words: string[]) => runCommand(server, caller, ['growth', ...words])
const world = async () => {
  const at = await scene(server)
  await at.owner.call(updateGrowthSettings, { body: { senderPostalAddress: '1 Main Street, Dublin' } })
  const projectId = await growthProjectIn(server, at)
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-plays-'))
  afterTest(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'mails.json')
  await writeFile(
    file,
    JSON.stringify([{ delayDays: 0, subject: 'Shops', body: 'Hello {{firstName}}, may we call you?' }]),
  )
  return { at, projectId, folder, file }
}
const firstWord = (line: string | undefined) => line!.split(' ')[0]!

test.runIf(isLong)('growth creates, launches, pauses, shows and archives a play', async () => {
  const { at, projectId, file } = await world()
  expect((await run(at.member, 'plays', 'list', projectId)).printed).toEqual([])
  const created = await run(
    at.member,
    'plays',
    'create',
    projectId,
    'Irish\u001b[31m',
    '--hard-cap',
    '2.5',
    '--steps',
    file,
  )
  expect(created.failure).toBeInstanceOf(Error)
  const play = await run(at.member, 'plays', 'create', projectId, 'Irish', '--hard-cap', '2.5', '--steps', file)
  const playId = firstWord(play.printed[0])
  expect(play.printed).toEqual([`${playId}  draft  Irish`])
  expect(play.documents).toMatchObject([{ hardCapUsd: 2.5, steps: [{ subject: 'Shops' }] }])
  const lacking = await run(at.member, 'plays', 'launch', playId)
  expect(lacking.failure).toBeDefined()
  expect(lacking.said.join('\n')).toMatch(/lacks a mailbox[^]*lacks leads/)
  await mailboxIn(at, mails)
  await addLead(server, at, projectId, { address: 'ada@example.com', facts: { country: 'IE' } })
  await run(at.member, 'plays', 'assign', playId)
  expect((await run(at.member, 'plays', 'launch', playId, '--acknowledge-gdpr')).printed).toEqual([
    `${playId}  active  Irish`,
  ])
  expect((await run(at.member, 'plays', 'pause', playId)).printed).toEqual([`${playId}  paused  Irish`])
  expect((await run(at.member, 'plays', 'list', projectId)).printed).toEqual([`${playId}  paused    Irish`])
  const { printed } = await run(at.member, 'plays', 'show', playId)
  expect(printed).toContain('mail 1    after 0 days, in the words of a person: Shops')
  expect(printed).toContain('answers   0 of 0 leads replied, 0 interested')
  expect((await run(at.member, 'spend', projectId)).printed).toEqual([
    '$0.00 today, $0.00 in 30 days, hard cap $2.50  Irish',
  ])
  expect((await run(at.member, 'plays', 'archive', playId)).printed).toEqual([`${playId}  archived  Irish`])
  expect((await run(at.client, 'plays', 'show', playId)).failure).toBeDefined()
})

test('growth writes drafts, approves one, resolves one of unknown delivery, and discards another', async () => {
  const { at, projectId, folder, file } = await world()
  const playId = firstWord((await run(at.member, 'plays', 'create', projectId, 'Irish', '--steps', file)).printed[0])
  const leadId = await addLead(server, at, projectId, {
    address: 'ada@example.com',
    facts: { country: 'IE', company: '=cmd' },
  })
  await addLead(server, at, projectId, { address: 'eve@example.com', facts: { country: 'DE' } })
  await asOwner(server, 'update growth_lead set looked_up_at = now() where growth_project_id = $1', [projectId])
  expect((await run(at.member, 'plays', 'assign', playId, '--limit', '10')).printed).toEqual([
    '2 leads are in the play now.',
  ])
  await mailboxIn(at, mails)
  await run(at.member, 'plays', 'launch', playId, '--acknowledge-gdpr')
  expect((await run(at.member, 'plays', 'queue', playId)).printed).toEqual([
    '1 leads wait for their mails.',
    '1 do not: region_excluded',
  ])
  const drafts = await run(at.member, 'drafts', playId)
  expect(drafts.printed[0]).toMatch(/ finished$/)
  expect(drafts.printed[1]).toBe('2 leads, 2 drafts, 0 leads skipped, 0 sentences left out, $0.00')
  const listed = await run(at.member, 'messages', projectId, '--play', playId, '--lead', leadId, '--status', 'draft')
  expect(listed.printed).toEqual([expect.stringMatching(/ draft {6}mail 1 {2}due 20\S+ {2}Shops$/)])
  const messageId = firstWord(listed.printed[0])
  const approved = await run(at.member, 'approve', messageId, '--subject', 'Web shops')
  expect(approved.printed).toEqual([expect.stringMatching(/ approved {3}mail 1 {2}due \S+ {2}Web shops$/)])
  expect((await run(at.member, 'approve', messageId)).failure).toBeDefined()
  const unknown = `update growth_message set status = 'unknown', handed_over_at = now(), message_id = '<a@b.example>' where id = $1`
  await asOwner(server, unknown, [messageId])
  expect((await run(at.member, 'resolve', messageId, 'delivered')).printed).toEqual([
    expect.stringMatching(/ sent {7}mail 1 {2}sent \S+ {2}Web shops$/),
  ])
  const [other] = (await run(at.member, 'messages', projectId, '--status', 'draft')).printed
  expect((await run(at.member, 'approve')).failure).toBeDefined()
  expect((await run(at.member, 'approve', '--all', projectId, '--play', playId)).printed).toEqual([
    '1 mails are approved.',
  ])
  expect((await run(at.member, 'discard', firstWord(other))).printed[0]).toContain(' cancelled ')
  const out = join(folder, 'results.csv')
  expect((await run(at.member, 'plays', 'results', playId, '--out', out)).printed).toEqual([
    expect.stringContaining(`Wrote ${out} (`),
  ])
  expect(await readFile(out, 'utf8')).toContain(`,'=cmd,`)
})

test('growth changes the rules of sending and the status of a lead', async () => {
  const { at, projectId } = await world()
  expect((await run(at.owner, 'settings', '--postal-address', '   ')).failure).toBeDefined()
  expect((await run(at.owner, 'settings')).failure).toBeDefined()
  const changed = await run(at.owner, 'settings', '--postal-address', 'Box 12, Cork', '--until', '10:00')
  expect(changed.printed).toContain('postal address    Box 12, Cork')
  expect(changed.printed).toContain('never open        AU BR CA MX US: no time is open in all of their time zones')
  const leadId = await addLead(server, at, projectId, { address: 'ada@example.com' })
  expect((await run(at.member, 'leads', 'set', leadId, 'disqualified')).printed).toEqual([`${leadId}  disqualified`])
})

test('growth reports the fault in a file of mails', async () => {
  const { at, projectId, folder } = await world()
  const broken = join(folder, 'broken.json')
  await writeFile(broken, 'Hello')
  for (const [file, message] of [
    [broken, 'is no JSON'],
    [join(folder, 'absent.json'), 'could not be read'],
  ] as const) {
    const { failure } = await run(at.member, 'plays', 'create', projectId, 'Irish', '--steps', file)
    expect((failure as Error).message).toContain(message)
  }
})
