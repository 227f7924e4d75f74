import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { asOwner } from '../../../testing/database-state.ts'
import { mailboxIn } from '../../../testing/growth/mail.ts'
import { everyDay, queuedLeads, runningPlay } from '../../../testing/growth/sending.ts'
import { mailWorld } from '../../../testing/mail-world/index.ts'
import { unsubscribePathIn } from '../../../testing/mail-world/crowd.ts'
import { signatureOf, signedMail } from '../../../testing/mail-world/signing.ts'
import type { Scene } from '../../../testing/scene.ts'
import { outreachServer } from '../../../testing/network/public-address.ts'
import { updateGrowthMailbox } from '../mailboxes/contract.ts'
import { dayIn } from '../../accounts/workspaces/index.ts'
import { archiveGrowthProject } from '../research/contract.ts'
import { updateGrowthSettings } from '../settings/contract.ts'
import { addGrowthSuppressions, listGrowthSuppressions } from '../suppression/contract.ts'
import { updateGrowthPlay } from '../plays/contract.ts'
import { updateGrowthLead } from './contract.ts'
import { sendDue } from './domain.ts'

const mails = await mailWorld()
const server = await outreachServer(mails, { ATELIER_ROLE: 'server' })
const { signal } = new AbortController()

let number = 0
const world = async (settings: object = {}, name?: string) => {
  number += 1
  const made = await runningPlay(server, mails, settings)
  const address = `${name ?? 'eve'}-${number}@customer.example`
  const [leadId] = await queuedLeads(server, made.at, made, [address])
  const rows = async () =>
    (await made.at.rows('growth_message')).toSorted((one, other) => Number(one.step) - Number(other.step))
  const send = async (abandonMs?: number) => {
    await sendDue(server.parts, made.at.workspace, signal, abandonMs)
    return (await rows()).map(({ status }) => status)
  }
  const taken = () => mails.taken.filter(({ to }) => to === address)
  return { ...made, address, leadId: leadId!, rows, send, taken }
}
const dueNow = ({ workspace }: Scene) =>
  asOwner(server, `update growth_message set due_at = now() where workspace_id = $1 and status = 'approved'`, [
    workspace,
  ])
const headOf = (raw: string, name: string) =>
  new RegExp(`^${name}:\\s*([^]*?)\\r\\n(?=\\S|\\r\\n)`, 'im').exec(raw)?.[1]?.replaceAll(/\r\n\s+/g, ' ')

test('a mail goes out once, names its sender and the way to get no more, and the next mail follows in its thread', async () => {
  const { at, address, send, rows, taken } = await world()
  expect(await send()).toEqual(['sent', 'approved'])
  expect(await send()).toEqual(['sent', 'approved'])
  expect(taken()).toHaveLength(1)
  const { from, raw } = taken()[0]!
  expect(from).toBe('ada@example.com')
  expect(headOf(raw, 'To')).toContain(address)
  expect(headOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(raw).toContain('1 Main Street, Dublin')
  const [sent, next] = await rows()
  expect(headOf(raw, 'Message-ID')).toBe(sent!.message_id)
  const days = ((next!.due_at as Date).getTime() - (sent!.sent_at as Date).getTime()) / 86_400_000
  expect(Math.round(days * 1_000) / 1_000).toBe(4)
  expect((await at.rows('growth_lead'))[0]!.contacted_at).not.toBeNull()
  expect(await at.auditActions(sent!.id as string)).toEqual(['growth_message.send'])
  await dueNow(at)
  expect(await send()).toEqual(['sent', 'sent'])
  const second = taken()[1]!.raw
  expect(headOf(second, 'In-Reply-To')).toBe(sent!.message_id)
  expect(headOf(second, 'References')).toBe(sent!.message_id)
  expect(headOf(second, 'Subject')).toBe('Re: Web shops')
  expect(await at.eventNames((await rows())[1]!.id as string)).toEqual(['growth_message.sending_ended'])
})

test('a mail of a play is verified once its provider signed it, with its sender and both headers of unsubscribing', async () => {
  const { send, taken } = await world()
  await send()
  const { result, headers } = await signatureOf(await signedMail(taken()[0]!.raw))
  expect(result).toBe('pass')
  expect(headers).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']))
})

test('GET of the link changes nothing; its POST ends all mail, with one click or with the button, any number of times', async () => {
  const { at, leadId, address, send, taken } = await world()
  await send()
  const link = /https?:\/\/\S+\/v1\/api\/growth\/unsubscribe\/[\w-]{107}/.exec(
    headOf(taken()[0]!.raw, 'List-Unsubscribe')!.replaceAll(' ', ''),
  )![0]
  const url = server.baseUrl + new URL(link).pathname
  const page = await fetch(url)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const text = await page.text()
  expect(text).toContain('<form method="post">')
  expect(text).not.toMatch(/<script| on[a-z]+=/)
  expect((await at.rows('growth_lead'))[0]!.opted_out_at).toBeNull()
  const post = (to = url) =>
    fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'text/html; charset=utf-8',
    '',
  ])
  const forged = `${url.slice(0, -4)}AAAA`
  expect((await fetch(forged, { method: 'HEAD' })).status).toBe(404)
  expect((await post(forged)).status).toBe(404)
  expect((await fetch(forged)).status).toBe(404)
  expect((await post(`${url.slice(0, -107)}${'x'.repeat(107)}`)).status).toBe(404)
  const bare = fetch(url, { method: 'POST' })
  const untyped = fetch(url, { method: 'POST', body: new Blob(['List-Unsubscribe=One-Click']) })
  for (const reply of await Promise.all([post(), post(), bare, untyped])) {
    expect(reply.status).toBe(200)
    expect(await reply.text()).toContain('You get no more mail from us.')
  }
  expect((await at.rows('growth_lead'))[0]).toMatchObject({ sequence_stop_reason: 'unsubscribed' })
  expect((await at.member.call(listGrowthSuppressions)).body).toMatchObject([{ value: address, source: 'unsubscribe' }])
  expect(await at.auditActions(leadId)).toEqual(['growth_lead.unsubscribe'])
  expect(await at.eventNames(leadId)).toEqual(['growth_lead.unsubscribed'])
  await dueNow(at)
  expect(await send()).toEqual(['sent', 'cancelled'])
  expect(taken()).toHaveLength(1)
  expect(await (await fetch(url)).text()).not.toContain('<form')
})

test('a link of another workspace unsubscribes no lead here, with any of its parts exchanged', async () => {
  const own = await world()
  const other = await world()
  await own.send()
  await other.send()
  const tokenIn = ({ taken }: Pick<typeof own, 'taken'>) =>
    Buffer.from(unsubscribePathIn(taken()[0]!.raw).slice(-107), 'base64url')
  const mine = tokenIn(own)
  const theirs = tokenIn(other)
  // Ends of workspace, lead, hash of the address, and signature.
  const ends = [0, 16, 32, 64, 80]
  const mixed = [
    [mine, mine, mine, theirs],
    [mine, mine, theirs, mine],
    [mine, theirs, theirs, theirs],
    [theirs, mine, mine, theirs],
    [theirs, mine, mine, mine],
  ] as const
  for (const parts of mixed) {
    const token = Buffer.concat(parts.map((part, at) => part.subarray(ends[at], ends[at + 1]))).toString('base64url')
    const url = `${server.baseUrl}/v1/api/growth/unsubscribe/${token}`
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect([(await fetch(url)).status, (await fetch(url, { method: 'POST', body })).status]).toEqual([404, 404])
  }
  for (const { at } of [own, other]) expect(await at.rows('growth_lead')).toMatchObject([{ opted_out_at: null }])
})

test('an entry that a person added cannot be removed any more once its owner unsubscribed', async () => {
  const { at, address, send, taken } = await world()
  await send()
  await at.member.call(addGrowthSuppressions, { body: { entries: [address] } })
  const link = /\/v1\/api\/growth\/unsubscribe\/[\w-]{107}/.exec(taken()[0]!.raw.replaceAll(/=?\r\n\s?/g, ''))![0]
  await fetch(server.baseUrl + link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect((await at.member.call(listGrowthSuppressions)).body).toMatchObject([
    { source: 'unsubscribe', removable: false },
  ])
})

test.each([
  [
    'the lead is on the do-not-contact list',
    ({ member }: Scene) => member.call(addGrowthSuppressions, { body: { entries: ['customer.example'] } }),
    ['cancelled', 'cancelled'],
  ],
  ['the lead opted out', (at: Scene) => set(at, 'growth_lead', 'opted_out_at = now()'), ['cancelled', 'cancelled']],
  [
    'the lead is in Germany',
    (at: Scene) => set(at, 'growth_lead', `evidence = jsonb_set(evidence, '{country,value}', '"DE"')`),
    ['cancelled', 'cancelled'],
  ],
  [
    'its address is refuted',
    (at: Scene) => set(at, 'growth_lead', `address_verdict = 'invalid'`),
    ['cancelled', 'cancelled'],
  ],
  ['the lead is not queued', (at: Scene) => set(at, 'growth_lead', `status = 'new'`), ['approved', 'approved']],
  [
    'the play is paused',
    (at: Scene) => set(at, 'growth_play', `status = 'paused', pause_reason = 'person'`),
    ['approved', 'approved'],
    'mailbox',
  ],
  [
    'approval is needed',
    ({ owner }: Scene) => owner.call(updateGrowthSettings, { body: { sendApproval: 'always' } }),
    ['draft', 'approved'],
  ],
  [
    'a citation does not resolve',
    (at: Scene) =>
      set(
        at,
        'growth_message',
        `citations = '[{"sentence": "A", "source": "page", "sourceId": "${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}", "quote": "We build web shops."}]'`,
      ),
    ['draft', 'approved'],
  ],
  [
    'no postal address is set',
    ({ owner }: Scene) => owner.call(updateGrowthSettings, { body: { senderPostalAddress: null } }),
    ['approved', 'approved'],
    'postal_address',
  ],
  [
    'the postal address is blank',
    (at: Scene) => set(at, 'growth_settings', `sender_postal_address = '   '`),
    ['approved', 'approved'],
    'postal_address',
  ],
  [
    'no record of the domain of its mailbox is there',
    (at: Scene) => set(at, 'growth_mailbox', `address = 'ada@bare.example'`),
    ['approved', 'approved'],
    'mailbox_dns',
  ],
  [
    'the mailbox is paused',
    (at: Scene) => set(at, 'growth_mailbox', `status = 'paused'`),
    ['approved', 'approved'],
    'mailbox',
  ],
  [
    'it is not the time',
    (at: Scene) => set(at, 'growth_settings', `sending_days = '{${dayBeforeYesterday()}}', sending_from = '00:00'`),
    ['approved', 'approved'],
    null,
  ],
  [
    'no time is open in all zones of the country',
    async (at: Scene) => {
      await set(at, 'growth_settings', `sending_from = '09:00', sending_until = '11:00'`)
      await set(at, 'growth_lead', `evidence = jsonb_set(evidence, '{country,value}', '"US"')`)
    },
    ['approved', 'approved'],
    'window_closed',
  ],
] as const)('no mail goes out if %s', async (_title, prepare, statuses, failure: string | null = null) => {
  const { at, send, taken, rows } = await world()
  await set(at, 'growth_message', `failure = 'mailbox'`)
  await prepare(at)
  expect(await send()).toEqual(statuses)
  if (statuses[0] === 'approved') expect((await rows())[0]!.failure).toBe(failure)
  expect(taken()).toEqual([])
})
const dayBeforeYesterday = () => everyDay.at((new Date().getUTCDay() + 4) % 7)!
const set = ({ workspace }: Scene, table: string, change: string) =>
  asOwner(server, `update ${table} set ${change} where workspace_id = $1`, [workspace])

test('no mail goes out of an archived growth project', async () => {
  const { at, projectId, send, taken } = await world()
  await at.member.call(archiveGrowthProject, { projectId })
  expect(await send()).toEqual(['approved', 'approved'])
  expect(taken()).toEqual([])
})

test('a refusal ends the sequence, a passing one is tried again, and an unknown delivery is never sent again', async () => {
  const refused = await world({}, 'refused')
  expect(await refused.send()).toEqual(['refused', 'cancelled'])
  await refused.at.member.call(updateGrowthLead, { leadId: refused.leadId, body: { status: 'queued' } })
  const [refusal] = await refused.rows()
  expect([refusal!.status, refusal!.failure]).toEqual(['draft', expect.stringContaining('550')])
  const later = await world({}, 'later')
  expect(await later.send()).toEqual(['approved', 'approved'])
  expect((await later.rows())[0]).toMatchObject({ attempts: 1, sent_at: null })
  expect(await later.at.rows('growth_mailbox_day')).toMatchObject([{ sent: 0 }])
  const cut = await world({}, 'cut')
  expect(await cut.send()).toEqual(['unknown', 'approved'])
  await dueNow(cut.at)
  await cut.send()
  expect(cut.taken()).toHaveLength(1)
  expect((await cut.rows())[0]!.status).toBe('unknown')
})

test('a mailbox that cannot be reached counts as no attempt', async () => {
  const { at, send, rows, taken } = await world()
  mails.gate.pass = async () => {
    throw Object.assign(new Error('Closing down'), { responseCode: 421 })
  }
  onTestFinished(() => void delete mails.gate.pass)
  expect(await send()).toEqual(['approved', 'approved'])
  expect((await rows())[0]).toMatchObject({ attempts: 0, failure: expect.any(String) as string })
  expect(await at.rows('growth_mailbox_day')).toMatchObject([{ sent: 0 }])
  delete mails.gate.pass
  await dueNow(at)
  expect(await send()).toEqual(['sent', 'approved'])
  expect(taken()).toHaveLength(1)
})

test('an entry is not on the do-not-contact list before each mail that was judged without it is marked', async () => {
  const { at, mailboxId, address, rows } = await world()
  const holder = new pg.Client({ connectionString: server.databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await asOwner(server, `insert into growth_mailbox_day (workspace_id, mailbox_id, day, sent) values ($1, $2, $3, 0)`, [
    at.workspace,
    mailboxId,
    dayIn('UTC', new Date()),
  ])
  await holder.query('begin')
  await holder.query('select 1 from growth_mailbox_day where mailbox_id = $1 for update', [mailboxId])
  const sending = sendDue(server.parts, at.workspace, signal)
  const waitsFor = async (what: string) => {
    const text = `select 1 from pg_locks where not granted and ${what}
      and pid in (select pid from pg_stat_activity where datname = current_database())`
    await expect.poll(async () => (await asOwner(server, text, [])).length).toBeGreaterThan(0)
  }
  await waitsFor(`locktype in ('tuple', 'transactionid')`)
  let isListed = false
  const adding = at.member.call(addGrowthSuppressions, { body: { entries: [address] } }).then(({ status }) => {
    expect(status).toBe(201)
    isListed = true
    return rows()
  })
  await waitsFor(`locktype = 'advisory'`)
  expect(isListed).toBe(false)
  await holder.query('rollback')
  const [first] = await adding
  expect(first!.status).not.toBe('approved')
  await sending
  expect((await rows()).map(({ status }) => status)).toEqual(['sent', 'approved'])
})

test('the hand-over of a dead process is unknown after a while, and never sent again', async () => {
  const { at, rows, send, taken } = await world()
  await asOwner(
    server,
    `update growth_message set status = 'sending', handed_over_at = now() - interval '11 minutes', message_id = '<a@example.com>'
     where workspace_id = $1 and step = 1`,
    [at.workspace],
  )
  expect(await send()).toEqual(['unknown', 'approved'])
  expect((await rows())[0]!.failure).toContain('ended')
  expect(await send()).toEqual(['unknown', 'approved'])
  expect(taken()).toEqual([])
})

test('the limit of a mailbox holds for any number of senders, and no lead gets a mail twice', async () => {
  const made = await runningPlay(server, mails)
  await made.at.owner.call(updateGrowthMailbox, {
    mailboxId: made.mailboxId,
    body: { dailyLimit: 10, warmUpStartedOn: null },
  })
  const addresses = Array.from({ length: 30 }, (_, at) => `many-${at}@limit.example`)
  await queuedLeads(server, made.at, made, addresses)
  await Promise.all([1, 2, 3].map(() => sendDue(server.parts, made.at.workspace, signal)))
  const got = mails.taken.filter(({ to }) => to.endsWith('@limit.example')).map(({ to }) => to)
  expect(got).toHaveLength(10)
  expect(new Set(got).size).toBe(10)
  expect(await made.at.rows('growth_mailbox_day')).toMatchObject([{ sent: 10 }])

  // The others wait an hour together, so that they are not judged one by one.
  const waiting = (await made.at.rows('growth_message')).filter(
    ({ step, status }) => step === 1 && status === 'approved',
  )
  expect(waiting).toHaveLength(20)
  const times = new Set(waiting.map(({ due_at: dueAt }) => (dueAt as Date).getTime()))
  expect(Math.min(...times)).toBeGreaterThan(Date.now() + 50 * 60_000)
  expect(times.size).toBeLessThanOrEqual(12)
})

test('mails that follow a mail of a used-up mailbox wait together, and another mailbox’s go out', async () => {
  const made = await runningPlay(server, mails)
  const { at, mailboxId } = made
  const others = ['first-1@others.example', 'first-2@others.example']
  const followed = ['next-1@others.example', 'next-2@others.example', 'next-3@others.example']
  const ids = await queuedLeads(server, at, made, followed)
  await sendDue(server.parts, at.workspace, signal)
  expect(mails.taken.filter(({ to }) => followed.includes(to))).toHaveLength(3)
  await at.owner.call(updateGrowthMailbox, { mailboxId, body: { dailyLimit: 3, warmUpStartedOn: null } })
  const second = await mailboxIn(at, mails, 'second@example.com')
  await queuedLeads(server, at, made, others)
  await dueNow(at)
  await sendDue(server.parts, at.workspace, signal)
  expect(mails.taken.filter(({ to }) => others.includes(to))).toHaveLength(2)
  expect(mails.taken.filter(({ to }) => followed.includes(to))).toHaveLength(3)
  const rows = await at.rows('growth_message')
  expect(
    new Set(
      rows
        .filter(({ lead_id: lead, step }) => step === 1 && !ids.includes(lead as string))
        .map((row) => row.mailbox_id),
    ),
  ).toEqual(new Set([second]))
  const waiting = rows.filter(({ lead_id: lead, step }) => step === 2 && ids.includes(lead as string))
  expect(waiting.map(({ status }) => status)).toEqual(['approved', 'approved', 'approved'])
  for (const { due_at: dueAt } of waiting) expect((dueAt as Date).getTime()).toBeGreaterThan(Date.now() + 50 * 60_000)
})

test('an archived play sends nothing', async () => {
  const { at, playId, send, taken } = await world()
  await at.owner.call(updateGrowthPlay, { playId, body: { status: 'archived' } })
  expect(await send()).toEqual(['approved', 'approved'])
  expect(taken()).toEqual([])
})
