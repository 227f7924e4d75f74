import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTraps, type Trap, type Traps } from '../../../testing/crash/traps.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { queuedLeads, runningPlay } from '../../../testing/growth/sending.ts'
import { patience } from '../../../testing/runner/hang-timeout.ts'
import {
  answerOf,
  complaintAbout,
  crowdOf,
  endsAfterFirst,
  headOf,
  kindOfLead,
  neverWritten,
  unsubscribePathIn,
} from '../../../testing/mail-world/crowd.ts'
import { mailWorld, type HandOverPoint } from '../../../testing/mail-world/index.ts'
import { signatureOf, signedMail } from '../../../testing/mail-world/signing.ts'
import { startSender, type Sender } from '../../../testing/mail-world/senders.ts'
import type { Scene } from '../../../testing/scene.ts'
import { outreachServer } from '../../../testing/network/public-address.ts'
import { readMailboxes } from '../inbox/domain.ts'
import { claimSend } from '../mailboxes/index.ts'
import { addGrowthMailbox, updateGrowthMailbox } from '../mailboxes/contract.ts'
import { addGrowthSuppressions } from '../suppression/contract.ts'
import { sendDue } from './domain.ts'
import { unhurriedTurn } from '../../../testing/jobs/scheduled.ts'

const mails = await mailWorld()
const server = await outreachServer(mails, { ATELIER_ROLE: 'server' })
const { signal } = new AbortController()
const context = { ...unhurriedTurn, log: server.parts.log }

const lookEveryMs = 250
const run = (text: string, values: readonly unknown[] = []) => asOwner(server, text, values)
const takenBy = (address: string) => mails.taken.filter(({ to }) => to === address)

/** Ends what processes that died left behind, as time would. */
const abandon = async ({ workspace }: Scene) => {
  await run(
    `update growth_message set handed_over_at = handed_over_at - interval '11 minutes'
     where workspace_id = $1 and status = 'sending'`,
    [workspace],
  )
  await sendDue(server.parts, workspace, signal)
}

/** Holds up the hand-over of the first mail at this point, forever. */
const holdAt = (point: HandOverPoint): Trap => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const never = Promise.withResolvers<void>()
  mails.gate.pass = (at) => {
    if (at !== point) return Promise.resolve()
    resolve()
    return never.promise
  }
  return {
    sprung: () => promise,
    open: async () => {
      delete mails.gate.pass
    },
  }
}

const deaths = [
  // The transaction that marks the mail is taken back: another process sends it.
  ['before it is marked', 'sent', 1, (traps: Traps) => traps.setOutreach('marking')],
  ['before the content', 'unknown', 0, async () => holdAt('recipient')],
  ['before the answer to the content', 'unknown', 1, async () => holdAt('content')],
  ['before the answer is stored', 'unknown', 1, (traps: Traps) => traps.setOutreach('storing')],
] as const

test.each(deaths)(
  'a mail whose sender is killed %s is %s in the end, and is with the server %i times',
  async (title, status, times, set) => {
    const made = await runningPlay(server, mails)
    const address = `${title.replaceAll(' ', '-')}@customer.example`
    await queuedLeads(server, made.at, made, [address])
    const traps = await openTraps(server.databaseUrl)
    try {
      const trap = await set(traps)
      const victim = await startSender(server)
      await trap.sprung()
      await victim.kill()
      await trap.open()
    } finally {
      await traps.close()
    }
    for (let turn = 0; turn < 2; turn += 1) {
      await sendDue(server.parts, made.at.workspace, signal)
      await abandon(made.at)
    }
    const first = (await made.at.rows('growth_message')).find(({ step }) => step === 1)
    expect(first).toMatchObject({ status })
    expect(takenBy(address)).toHaveLength(times)
    expect(await made.at.rows('growth_mailbox_day')).toMatchObject([{ sent: 1 }])
  },
)

test.each([
  ['Europe/Vienna', '2026-03-28T20:00:00Z', ['2026-03-28', '2026-03-29', '2026-03-30']],
  ['Europe/Vienna', '2026-10-24T20:00:00Z', ['2026-10-24', '2026-10-25', '2026-10-26']],
  // Summer time begins at midnight: the day has no first hour.
  ['America/Santiago', '2026-09-06T02:00:00Z', ['2026-09-05', '2026-09-06', '2026-09-07']],
  ['Pacific/Auckland', '2026-04-04T09:00:00Z', ['2026-04-04', '2026-04-05', '2026-04-06']],
] as const)('in %s from %s on, each day has as many sends as the mailbox may send', async (zone, from, days) => {
  const limit = 12
  const { at, mailboxId } = await runningPlay(server, mails)
  const body = { dailyLimit: limit, warmUpStartedOn: null, timeZone: zone }
  expect((await at.owner.call(updateGrowthMailbox, { mailboxId, body })).status).toBe(200)
  const instants = Array.from({ length: 34 }, (_, hour) => new Date(Date.parse(from) + hour * 3_600_000))
  for (const instant of instants)
    await Promise.all(
      Array.from({ length: 8 }, () => server.database.within(at.workspace, (tx) => claimSend(tx, mailboxId, instant))),
    )
  const rows = await at.rows('growth_mailbox_day')
  expect(rows.map(({ day, sent }) => [day, sent]).sort()).toEqual(days.map((day) => [day, limit]))
})

const leads = 10_000
const limits = { 'ada@example.com': 700, 'bea@example.com': 500, 'cem@example.com': 400 } as const
const all = Object.values(limits).reduce((sum, limit) => sum + limit, 0)
const killsAfter = [300, 700, 1_200]
const killsOfNextDay = [2_000]

test(
  `${leads} leads, some of which bounce, complain, answer and opt out, two senders, and kill -9: no lead gets a mail too many`,
  { timeout: 900_000 },
  async () => {
    const crowd = await gather()
    const senders = [await startSender(server), await startSender(server)]
    await sendDay(crowd, senders, killsAfter)
    await expectDay(crowd)
    expect(mails.taken.length - crowd.before).toBeGreaterThan(all - 4 * killsAfter.length - leads / 400)

    await nextDay(crowd)
    await sendDay(crowd, senders, killsOfNextDay)
    await expectDay(crowd)
    for (const sender of senders) await sender.stop()
    expect(await count(crowd, `status = 'sending'`)).toBe(0)

    expectNoMailTooMany(crowd)
    await expectSteps(crowd)
    await expectLinks(crowd)
    await expectSignatures(crowd)
    await expectPause(crowd)
  },
)

type Crowd = Awaited<ReturnType<typeof gather>>

const gather = async () => {
  const made = await runningPlay(server, mails)
  const { at, projectId, playId } = made
  const addresses = crowdOf(leads)
  for (const [address, dailyLimit] of Object.entries(limits)) {
    const isFirst = address === mails.account.address
    const added = isFirst ? undefined : await at.owner.call(addGrowthMailbox, { body: { ...mails.account, address } })
    const mailboxId = isFirst ? made.mailboxId : (added!.body.id as string)
    await at.owner.call(updateGrowthMailbox, { mailboxId, body: { dailyLimit, warmUpStartedOn: null } })
  }
  // It is noon there, so that the day does not change while the test runs.
  const hours = 12 - new Date().getUTCHours()
  const zone = `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
  await run('update growth_mailbox set time_zone = $2 where workspace_id = $1', [at.workspace, zone])
  await at.member.call(addGrowthSuppressions, { body: { entries: ['blocked.example'] } })
  await suppress(
    at,
    addresses.filter((address) => kindOfLead(address) === 'listed'),
  )
  await queuedLeads(server, at, { projectId, playId }, addresses)
  const change = (kind: string, set: string) =>
    run(`update growth_lead set ${set} where workspace_id = $1 and address like '${kind}.%'`, [at.workspace])
  await change('german', `evidence = jsonb_set(evidence, '{country,value}', '"DE"')`)
  await change('opted-out', 'opted_out_at = now()')
  await readMailboxes(server.parts, at.workspace, context)
  return { ...made, before: mails.taken.length, seen: mails.taken.length, ended: new Map<string, number>() }
}

const suppress = async ({ member }: Scene, entries: readonly string[]) => {
  const { status } = await member.call(addGrowthSuppressions, { body: { entries: [...entries] } })
  expect(status).toBe(201)
}

const count = async ({ at }: Pick<Crowd, 'at'>, what: string): Promise<number> => {
  const [row] = await run(`select count(*)::int as mails from growth_message where workspace_id = $1 and ${what}`, [
    at.workspace,
  ])
  return row!.mails as number
}

/** Lets both processes send due mails while leads answer; after so many mails one of them is killed and replaced. */
const sendDay = async (crowd: Crowd, senders: Sender[], kills: readonly number[]) => {
  const left = [...kills]
  for (;;) {
    await answerAll(crowd)
    const [next] = left
    if (next !== undefined && mails.taken.length - crowd.before >= next) {
      left.shift()
      const at = left.length % senders.length
      await senders[at]!.kill()
      senders[at] = await startSender(server)
    }
    await pause(lookEveryMs)
    if (left.length === 0 && (await count(crowd, `status = 'approved' and due_at <= now()::timestamptz(3)`)) === 0)
      break
  }
  await abandon(crowd.at)
  await answerAll(crowd)
}

/** Leads act once they got a mail, and the number of their mails at that moment is recorded. */
const answerAll = async (crowd: Crowd) => {
  const { at } = crowd
  const fresh = mails.taken.slice(crowd.seen)
  crowd.seen += fresh.length
  const suppressed = fresh.filter(({ to }) => kindOfLead(to) === 'suppressed').map(({ to }) => to)
  if (suppressed.length > 0) await suppress(at, suppressed)
  const clicked = fresh.filter(({ to }) => kindOfLead(to) === 'click').map(({ raw }) => unsubscribePathIn(raw))
  // One address may have only so many requests open, and a slow machine collects many clicks at once.
  for (let from = 0; from < clicked.length; from += clicksAtOnce)
    await Promise.all(clicked.slice(from, from + clicksAtOnce).map(unsubscribe))
  for (const { to, raw } of fresh) {
    const answer = answerOf(kindOfLead(to), to, raw)
    if (answer !== undefined) mails.deliver(answer)
  }
  if (fresh.length > 0) await readMailboxes(server.parts, at.workspace, context)
  await noteEnded(crowd, suppressed)
}

const clicksAtOnce = 16

const unsubscribe = async (path: string) => {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const reply = await fetch(server.baseUrl + path, { method: 'POST', body })
  expect(reply.status).toBe(200)
}

const noteEnded = async ({ at, ended }: Crowd, suppressed: readonly string[]) => {
  const rows = await run(
    `select address, (select count(*)::int from growth_message m where m.lead_id = lead.id and m.step is not null
        and m.status in ('sending', 'sent', 'unknown', 'refused')) as mails
     from growth_lead lead where workspace_id = $1
       and (opted_out_at is not null or sequence_stopped_at is not null or address = any($2))`,
    [at.workspace, suppressed],
  )
  for (const { address, mails: had } of rows)
    if (!ended.has(address as string)) ended.set(address as string, had as number)
}

/** The limit of each mailbox was used up, and not passed. */
const expectDay = async ({ at }: Crowd) => {
  const rows = await run(
    `select box.address, day.sent, (select count(*)::int from growth_message m where m.mailbox_id = box.id
        and m.status in ('sent', 'unknown') and m.handed_over_at > now() - interval '1 hour') as mails
     from growth_mailbox box join growth_mailbox_day day on day.mailbox_id = box.id
     where box.workspace_id = $1 order by box.address`,
    [at.workspace],
  )
  expect(rows.map(({ address, sent }) => [address, sent])).toEqual(Object.entries(limits))
  expect(rows.map(({ mails: handed }) => handed)).toEqual(Object.values(limits))
}

/** A day passes: nothing was sent on the new one yet, and what waits is due, the second mails first. */
const nextDay = async ({ at }: Crowd) => {
  await run('delete from growth_mailbox_day where workspace_id = $1', [at.workspace])
  await run(
    `update growth_message set handed_over_at = handed_over_at - interval '1 day' where workspace_id = $1
       and handed_over_at is not null`,
    [at.workspace],
  )
  await run(
    `update growth_message set due_at = now() - make_interval(mins => step) where workspace_id = $1
       and status = 'approved' and due_at is not null`,
    [at.workspace],
  )
}

const expectNoMailTooMany = ({ before, ended }: Crowd) => {
  const taken = Map.groupBy(mails.taken.slice(before), ({ to }) => to)
  const wrong: unknown[] = []
  for (const [address, got] of taken) {
    const kind = kindOfLead(address)
    const most =
      neverWritten.includes(kind) || kind === 'refused' || kind === 'later' ? 0 : endsAfterFirst.includes(kind) ? 1 : 2
    if (got.length > Math.min(most, ended.get(address) ?? 2)) wrong.push([address, got.length, ended.get(address)])
    if (new Set(got.map(({ raw }) => headOf(raw, 'Message-ID'))).size < got.length) wrong.push([address, 'twice'])
    const [first, second] = got.map(({ raw }) => headOf(raw, 'Message-ID'))
    if (second !== undefined && headOf(got[1]!.raw, 'In-Reply-To') !== first) wrong.push([address, 'no thread'])
  }
  expect(wrong).toEqual([])
  for (const kind of endsAfterFirst)
    expect([kind, [...taken.keys()].some((address) => kindOfLead(address) === kind)]).toEqual([kind, true])
  // An absence and a full mailbox end no sequence.
  for (const kind of ['away', 'full', 'quiet'])
    expect([kind, [...taken].some(([address, got]) => kindOfLead(address) === kind && got.length === 2)]).toEqual([
      kind,
      true,
    ])
}

/** No row was handed over twice: unknown ones were given up, and each mail that the server has is one row. */
const expectSteps = async ({ at, before }: Crowd) => {
  const rows = await run(
    `select message_id as id, status from growth_message where workspace_id = $1 and direction = 'out' and message_id is not null`,
    [at.workspace],
  )
  const statuses = new Map(rows.map(({ id, status }) => [id as string, status as string]))
  const got = mails.taken.slice(before).map(({ raw }) => statuses.get(headOf(raw, 'Message-ID')!))
  expect(new Set(got)).toEqual(new Set(['sent', 'unknown']))
  const sent = rows.filter(({ status }) => status === 'sent').length
  expect(got.filter((status) => status === 'sent')).toHaveLength(sent)
  expect(await count({ at }, `status = 'unknown' and failure is null`)).toBe(0)
}

/** Checks every hundredth mail: a signature takes some milliseconds. */
const expectSignatures = async ({ before }: Crowd) => {
  for (const { raw } of mails.taken.slice(before).filter((_mail, at) => at % 100 === 0)) {
    const { result, headers } = await signatureOf(await signedMail(raw))
    expect(result).toBe('pass')
    expect(headers).toEqual(expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']))
  }
}

/** Every mail has the headers of one click, and the link in it works only for its lead. */
const expectLinks = async ({ at, before }: Crowd) => {
  const taken = mails.taken.slice(before)
  const paths = new Map<string, string>()
  for (const { to, raw } of taken) {
    expect(headOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const path = unsubscribePathIn(raw)
    expect(paths.get(path) ?? to).toBe(to)
    paths.set(path, to)
  }
  const tried = [...paths].filter(([, to]) => kindOfLead(to) === 'quiet').slice(0, 40)
  for (const [path, to] of tried) {
    await unsubscribe(path)
    const [lead] = await run('select opted_out_at from growth_lead where workspace_id = $1 and address = $2', [
      at.workspace,
      to,
    ])
    expect(lead!.opted_out_at).not.toBeNull()
  }
}

/** Complaints pause the play, and nothing is sent any more. */
const expectPause = async (crowd: Crowd) => {
  const { at, before } = crowd
  const sent = mails.taken.slice(before).filter(({ to }) => kindOfLead(to) === 'quiet')
  const complaints = Math.floor(sent.length / 1_000) + 4
  for (const { raw } of sent.slice(-complaints)) mails.deliver(complaintAbout(raw))
  await expect
    .poll(async () => {
      await readMailboxes(server.parts, at.workspace, context)
      return at.rows('growth_play')
    }, patience)
    .toMatchObject([{ status: 'paused', pause_reason: 'complaints' }])
  await nextDay(crowd)
  expect(await count(crowd, `status = 'approved' and due_at <= now()::timestamptz(3)`)).toBeGreaterThan(1_000)
  const had = mails.taken.length
  await sendDue(server.parts, at.workspace, signal)
  expect(mails.taken).toHaveLength(had)
}
