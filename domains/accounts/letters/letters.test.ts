import { readFile } from 'node:fs/promises'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { deliverWith } from '../../../testing/runs/artifacts.ts'
import { pixelBase64 } from '../../../testing/ai/pixel.ts'
import { publishedIn } from '../../../testing/runs/deliverables.ts'
import { mailsTo } from '../../../testing/mail/outbox.ts'
import { openPortalOf } from '../../../testing/clients/portals.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { record } from '../../../platform/audit/index.ts'
import { deleteProject, updateProject } from '../../code/projects/contract.ts'
import { askClientQuestion, deleteCycle } from '../../delivery/cycles/contract.ts'
import {
  publishDeliverable,
  requestDeliverableApproval,
  unpublishDeliverable,
  upsertDeliverable,
} from '../../delivery/deliverables/contract.ts'
import { cancelPendingRequest, resolvePendingRequest } from '../../delivery/requests/contract.ts'
import { exportPerson } from '../people/contract/own-data.ts'
import { getMyLetters, updateMyLetters } from '../people/contract/letters.ts'
import { updateMyPreferences } from '../people/contract/preferences.ts'
import { notifyAgency, notifyPerson } from './notify.ts'
import { sendLetters, type LetterParts } from './jobs/send-letters.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const parts = server.parts as LetterParts
const send = () => sendLetters(parts, scheduledContext)

const world = async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  await at.grant(projectId, at.clientId, 'steer')
  const cycleId = await cycleIn(server, at, projectId)
  const ask = async (title: string) => {
    const body = { cycleId, title, question: 'The words of the question' }
    const reply = await at.owner.call(askClientQuestion, { body })
    expect(reply.status).toBe(201)
    return reply.body.id as string
  }
  return { at, projectId, cycleId, ask }
}
const addressOf = (userId: string) => `${userId}@example.com`
/** The letters in a person's mailbox once all due ones were sent, without waiting for delivery. */
const lettersTo = async (userId: string) => {
  await send()
  await expect
    .poll(async () => asOwner(server, `select from mail where kind = 'letter' and state = 'queued'`, []))
    .toEqual([])
  return mailsTo(server.dataFolder, addressOf(userId))
}
const idsByRole = async ({ workspace }: Scene) => {
  const rows = await asOwner(server, 'select user_id, role from membership where workspace_id = $1', [workspace])
  return new Map(rows.map(({ user_id: id, role }) => [role as string, id as string]))
}

test('a question comes at once to the clients who may answer it, in the agency’s name, with a link to its place', async () => {
  const { at, projectId, ask } = await world()
  const viewer = await at.join('client')
  await at.grant(projectId, viewer.userId, 'view')
  const id = await ask('Opening hours')
  const [letter, ...others] = await lettersTo(at.clientId)
  expect(others).toEqual([])
  expect(letter).toMatchObject({
    subject: 'Your answer is needed: Opening hours',
    from: { name: 'Test via Atelier' },
  })
  const link = `${server.baseUrl}/console/open#request/${at.workspace}/${id}`
  expect(letter!.text).toMatch(/^Hello .+,\n\nTest has a question for you in the project .+: “Opening hours”\n/)
  expect(letter!.text).toContain(`Answer the question:\n${link}\n`)
  expect(letter!.text).toMatch(/Get no more such letters:\nhttp:\S+\/console\/letters#[\w-]{64}\n/)
  expect(letter!.text).not.toContain('The words of the question')
  const ids = await idsByRole(at)
  for (const nobody of [viewer.userId, ids.get('owner')!, ids.get('member')!])
    expect(await lettersTo(nobody)).toEqual([])
  expect(new URL(link).search).toBe('')
})

test('a letter leads a client into the portal if that is open, and a person of the agency into the console', async () => {
  const { at, projectId, ask } = await world()
  const slug = await openPortalOf(at)
  const id = await ask('Opening hours')
  const [asked] = await lettersTo(at.clientId)
  expect(asked!.text).toContain(`Answer the question:\n${server.baseUrl}/console/portal/${slug}/questions/${id}\n`)
  const reviewer = await at.join('client')
  await at.grant(projectId, reviewer.userId, 'view')
  const cycleId = await publishedIn(server, at, projectId, { title: 'The new shop' })
  await at.owner.call(requestDeliverableApproval, { cycleId, body: { reviewerId: reviewer.userId } })
  const [review] = await lettersTo(reviewer.userId)
  expect(review!.text).toContain(`${server.baseUrl}/console/portal/${slug}/delivered/${cycleId}\n`)
  await at.owner.call(resolvePendingRequest, { id, body: { status: 'approved', decision: 'On Mondays.' } })
  const cause = {
    kind: 'request',
    projectId,
    cycleId,
    subjectId: id,
    title: 'Merge it?',
    unshown: 2,
    now: new Date(),
  } as const
  await server.database.within(at.workspace, (tx) => notifyAgency(tx, cause))
  const [gate] = await lettersTo((await idsByRole(at)).get('owner')!)
  expect(gate!.text).toContain(`${server.baseUrl}/console/open#request/${at.workspace}/${id}\n`)
  expect(gate!.text).toContain('2 parts of this change have no test.')
})

test('events within ten minutes are one letter, and five senders at once send it once', async () => {
  const { at, ask } = await world()
  await ask('The first')
  expect(await lettersTo(at.clientId)).toHaveLength(1)
  const later = [await ask('The second'), await ask('The third')]
  expect(await lettersTo(at.clientId)).toHaveLength(1)
  const tenMinutes = `update letter set ended_at = ended_at - interval '11 minutes', due_at = due_at - interval '11 minutes'
    where workspace_id = $1`
  await asOwner(server, tenMinutes, [at.workspace])
  await Promise.all(Array.from({ length: 5 }, send))
  const [, gathered, ...others] = await lettersTo(at.clientId)
  expect(others).toEqual([])
  expect(gathered!.subject).toBe('2 new things need you')
  expect(gathered!.text).toContain(`See all of them:\n${server.baseUrl}/console/\n`)
  for (const id of later) expect(gathered!.text).toContain(`/open#request/${at.workspace}/${id}`)
  expect((await at.rows('letter')).filter(({ mail_id: mail }) => mail === null)).toEqual([])
})

test('a letter is in the language that its reader chose for the console', async () => {
  const { at, ask } = await world()
  await (await at.signIn(at.clientId)).call(updateMyPreferences, { body: { language: 'de' } })
  await ask('Öffnungszeiten')
  const [letter] = await lettersTo(at.clientId)
  expect(letter).toMatchObject({ subject: 'Bitte antworten: Öffnungszeiten' })
  expect(letter!.text).toMatch(/^Guten Tag .+,\n\nTest hat eine Frage an Sie im Projekt .+: „Öffnungszeiten“\n/)
  expect(letter!.html).toContain('<html lang="de"')
})

test('a person who lost access, switched letters off, or need not decide any more gets nothing', async () => {
  const gone: ((made: Awaited<ReturnType<typeof world>>, id: string) => Promise<unknown>)[] = [
    ({ at }) => asOwner(server, 'delete from project_grant where user_id = $1', [at.clientId]),
    ({ at, projectId }) => at.grant(projectId, at.clientId, 'view'),
    ({ at }) => asOwner(server, 'delete from membership where user_id = $1', [at.clientId]),
    ({ at, projectId }) => at.owner.call(deleteProject, { id: projectId }),
    ({ at, cycleId }) => at.owner.call(deleteCycle, { id: cycleId }),
    ({ at }, id) => at.owner.call(cancelPendingRequest, { id }),
    ({ at }, id) => at.owner.call(resolvePendingRequest, { id, body: { status: 'denied' } }),
    async ({ at }) => (await at.signIn(at.clientId)).call(updateMyLetters, { body: { requests: false } }),
  ]
  for (const lose of gone) {
    const made = await world()
    const id = await made.ask('Too late')
    await lose(made, id)
    expect(await lettersTo(made.at.clientId), String(lose)).toEqual([])
    expect(await made.at.rows('letter')).toMatchObject([{ ended_at: expect.any(Date), mail_id: null }])
  }
})

test('a letter that waits for the mail server goes out no more once its reader lost access; the rest of it does', async () => {
  const { at, ask, projectId } = await world()
  const other = await emptyProject(at.owner)
  await at.grant(other, at.clientId, 'steer')
  await ask('Taken away')
  const body = { cycleId: await cycleIn(server, at, other), title: 'Still theirs', question: 'May it be so?' }
  await at.owner.call(askClientQuestion, { body })
  // As if the mail server were away.
  await sendLetters({ ...parts, mailer: { ...parts.mailer, deliver: async () => false } }, scheduledContext)
  const [{ id: mailId }] = (await asOwner(server, 'select id from mail where workspace_id = $1', [at.workspace])) as [
    { id: string },
  ]
  await asOwner(server, 'delete from project_grant where user_id = $1 and project_id = $2', [at.clientId, projectId])
  await parts.mailer.deliver(mailId)
  expect(await mailsTo(server.dataFolder, addressOf(at.clientId))).toEqual([])
  const [anew, ...others] = await lettersTo(at.clientId)
  expect([anew!.subject, others]).toEqual([expect.stringContaining(': Still theirs'), []])
  expect(`${anew!.text}${anew!.html}`).not.toContain('Taken away')
})

test('addresses in a title reach no header, and become no link', async () => {
  const { at, ask } = await world()
  const title = 'Hello Bcc: thief@example.com <a href="https://evil.example">win at evil.example</a>'
  await ask(title)
  const [letter] = await lettersTo(at.clientId)
  expect(letter!.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(letter!.to).toHaveLength(1)
  expect(letter!.subject).not.toMatch(/[\r\n]/)
  expect(letter!.html).not.toContain('<a href="https://evil.example">')
  expect(letter!.text).not.toContain('https://evil.example')
})

test('a reviewer gets a letter about the deliverable, unless they asked themselves; an unpublished one sends none', async () => {
  const { at, projectId } = await world()
  const cycleId = await publishedIn(server, at, projectId, { title: 'The new shop' })
  const ownerId = (await idsByRole(at)).get('owner')!
  await at.grant(projectId, ownerId, 'view')
  const memberId = (await idsByRole(at)).get('member')!
  await at.grant(projectId, memberId, 'view')
  const ask = async (reviewerId: string) =>
    (await at.owner.call(requestDeliverableApproval, { cycleId, body: { reviewerId } })).body.id as string
  const [id, , forMember] = [await ask(at.clientId), await ask(ownerId), await ask(memberId)]
  const [inside] = await lettersTo(memberId)
  expect(inside!.text).toContain(`${server.baseUrl}/console/open#deliverable/${at.workspace}/${cycleId}/${forMember}`)
  const [letter] = await lettersTo(at.clientId)
  expect(letter!.text).toContain(`${server.baseUrl}/console/open#deliverable/${at.workspace}/${cycleId}/${id}`)
  expect(await lettersTo(ownerId)).toEqual([])
  const another = await at.join('client')
  await at.grant(projectId, another.userId, 'view')
  await ask(another.userId)
  await at.owner.call(unpublishDeliverable, { cycleId })
  expect(await lettersTo(another.userId)).toEqual([])
})

test('a letter names the due day in words and shows a picture of the version, for any name', async () => {
  const { at, projectId } = await world()
  const askAbout = async (content: Buffer, dueDate: string) => {
    const cycleId = await cycleIn(server, at, projectId)
    const files = { 'shop.png': { contentType: 'image/png', content } }
    await deliverWith(server, at, { projectId, cycleId }, files)
    const body = { title: 'The new shop', dueDate }
    expect((await at.owner.call(upsertDeliverable, { cycleId, body })).status).toBe(200)
    expect((await at.owner.call(publishDeliverable, { cycleId })).status).toBe(200)
    const reviewer = await at.join('client')
    await at.grant(projectId, reviewer.userId, 'view')
    const asked = await at.owner.call(requestDeliverableApproval, { cycleId, body: { reviewerId: reviewer.userId } })
    expect(asked.status).toBe(201)
    const [letter] = await lettersTo(reviewer.userId)
    return letter!
  }
  const pixel = Buffer.from(pixelBase64, 'base64')
  const shown = await askAbout(Buffer.concat([pixel, Buffer.from('what follows')]), '2099-12-03T10:00:00Z')
  expect(shown.text).toContain('\n\nIt is due on Thursday, 3 December 2099.\n')
  expect(shown.attachments).toMatchObject([{ mimeType: 'image/png', disposition: 'inline' }])
  expect(Buffer.from(shown.attachments[0]!.content as ArrayBuffer)).toEqual(pixel)
  expect(shown.html).toMatch(/<img src="cid:[^"]+" alt="The new shop"/)
  const broken = await askAbout(Buffer.from('<svg onload="alert(1)"/>'), '2020-12-03T10:00:00Z')
  expect([broken.attachments, broken.html!.includes('<img'), broken.text!.includes('due')]).toEqual([[], false, false])
})

test('a letter about a request names its end, and about a failed run the reason', async () => {
  const { at, projectId, cycleId } = await world()
  const runtime = { approval: { expireAfterHours: 48 } }
  expect((await at.owner.call(updateProject, { id: projectId, body: { runtime } })).status).toBe(200)
  const body = { cycleId, title: 'Opening hours', question: 'The words of the question' }
  await at.owner.call(askClientQuestion, { body })
  const [letter] = await lettersTo(at.clientId)
  expect(letter!.text).toMatch(
    /\n\nPlease answer by \w+day,? \d+ \w+ \d{4} at \d\d:\d\d \(UTC\)\. After that the question ends without an answer\.\n/,
  )
  const memberId = (await idsByRole(at)).get('member')!
  const viewer = await at.join('client')
  await at.grant(projectId, viewer.userId, 'view')
  const cause = { kind: 'failed_run', projectId, cycleId, subjectId: cycleId, title: 'Queue', now: new Date() } as const
  await server.database.within(at.workspace, async (tx) => {
    await notifyPerson(tx, memberId, { ...cause, why: '“npm test” failed: no file' })
    await notifyPerson(tx, viewer.userId, { ...cause, why: '“npm test” failed: no file' })
  })
  expect((await lettersTo(memberId))[0]!.text).toContain('\n\nWhy: “npm test” failed: no file\n')
  const [told] = await lettersTo(viewer.userId)
  expect(told!.text).toContain(' has failed.')
  expect(told!.text).not.toContain('npm test')
})

test('a gate goes to all people of the agency, in Atelier’s name, and never to clients', async () => {
  const { at, projectId, cycleId } = await world()
  const ids = await idsByRole(at)
  const cause = {
    kind: 'request',
    projectId,
    cycleId,
    subjectId: uuidv7(),
    title: 'Merge it?',
    now: new Date(),
  } as const
  await server.database.within(at.workspace, (tx) => notifyAgency(tx, cause, { doneBy: ids.get('member') }))
  expect(await lettersTo(ids.get('owner')!)).toMatchObject([{ from: { name: 'Atelier' } }])
  for (const nobody of [ids.get('member')!, at.clientId]) expect(await lettersTo(nobody)).toEqual([])
})

test('one POST of a mail program switches all letters off, however it is sent; another token switches nothing', async () => {
  const { at, ask } = await world()
  await ask('Opening hours')
  const [letter] = await lettersTo(at.clientId)
  const token = /\/letters#(\S+)/.exec(letter!.text!)![1]!
  const post = (given: string, init: RequestInit) =>
    fetch(`${server.baseUrl}/v1/api/me/letters/${given}/off`, { method: 'POST', ...init })
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  const session = await at.signIn(at.clientId)
  expect((await session.call(getMyLetters)).body).toEqual({
    requests: true,
    approvals: true,
    failedRuns: true,
    budgets: true,
  })
  const forged = Buffer.from(token, 'base64url')
  forged[3]! ^= 1
  for (const wrong of ['x', uuidv7(), forged.toString('base64url'), `${token}A`.slice(1)])
    expect((await post(wrong, { body: form })).status).toBe(404)
  expect((await session.call(getMyLetters)).body).toMatchObject({ requests: true })
  for (const body of [form, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), undefined])
    expect((await post(token, body === undefined ? {} : { body })).status).toBe(200)
  expect((await session.call(getMyLetters)).body).toEqual({
    requests: false,
    approvals: false,
    failedRuns: false,
    budgets: false,
  })
  expect((await session.call(updateMyLetters, { body: { approvals: true } })).body).toEqual({
    requests: false,
    approvals: true,
    failedRuns: false,
    budgets: false,
  })
  await expect
    .poll(async () => (await at.rows('audit_row')).filter(({ action }) => action === 'user.letters_update').length)
    .toBe(4)
  const own = JSON.parse(await (await session.open(exportPerson)).text()) as Record<string, unknown>
  expect(own).toMatchObject({ letters: { approvals: true }, workspaces: [{ letters: [{ kind: 'question' }] }] })
})

test('the owner of a reading key that exported gets one letter about the key, and other owners get none', async () => {
  const at = await scene(server)
  const reading = await at.join('member', { scopes: ['read'] })
  const silent = await at.join('member', { scopes: ['read'] })
  const writing = await at.join('member', { scopes: ['read', 'write'] })
  await server.database.within(at.workspace, async (tx) => {
    for (const { keyId } of [reading, writing])
      record(tx, {
        action: 'secrets.exported',
        category: 'export',
        outcome: 'success',
        source: 'api',
        actor: { type: 'api_key', id: keyId },
        resource: ['project', uuidv7()],
      })
  })
  await asOwner(server, await readFile('migrations/0440_letters_about_reading_keys.sql', 'utf8'))
  const [letter, ...others] = await lettersTo(reading.userId)
  expect(others).toEqual([])
  expect(letter!.subject).toContain('may only read')
  expect(letter!.text).toContain(`${server.baseUrl}/console/open#key/${at.workspace}/${reading.keyId}`)
  for (const { userId } of [silent, writing]) expect(await lettersTo(userId)).toEqual([])
})
