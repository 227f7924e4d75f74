import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/index.ts'
import { mailScene, mailTo } from '../../testing/mail/scene.ts'
import { mailTaker } from '../../testing/mail/smtp.ts'
import { delayAfter } from './attempt.ts'

const { database, url } = await testDatabase()
const unaborted = () => ({ signal: new AbortController().signal })

const workspace = uuidv7()
await database.identity((tx) =>
  tx.query({ text: 'insert into workspace (id, name) values ($1, $2)', values: [workspace, 'Acme'] }),
)

test('mail queued by a transaction is sent once after its commit, and its content is deleted', async () => {
  const { port, taken } = await mailTaker()
  const { mailer, queue, row, logged } = await mailScene(database, { smtp: { port } })
  const to = `${uuidv7()}@example.net`
  const id = await queue({ to: { name: 'Ada', address: to } })
  expect((await row(id)).sealed).not.toBeNull()
  expect(await Promise.all([mailer.deliver(id), mailer.deliver(id)])).toEqual([true, true])
  expect(taken).toMatchObject([{ from: 'mail@example.com', to: [to], mail: { messageId: `<${id}@example.com>` } }])
  expect(await row(id)).toMatchObject({
    state: 'sent',
    attempts: 1,
    sealed: null,
    wrapped: null,
    root_key_id: null,
    last_error: null,
    ended_at: expect.any(Date) as Date,
  })
  expect(await mailer.deliver(id)).toBe(false)
  expect(taken).toHaveLength(1)
  expect(logged).toEqual([])
})

test('a transaction that rolls back sends no mail', async () => {
  const { mailer, outbox } = await mailScene(database)
  let id = ''
  const failing = database.identity(async (tx) => {
    id = await mailer.queueMail(tx, mailTo())
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await mailer.deliver(id)).toBe(false)
  await expect(readdir(outbox)).rejects.toThrow('ENOENT')
})

test('a workspace queues and sees only its own mail, and cannot send or change it', async () => {
  const { mailer, queue, row } = await mailScene(database)
  const personal = await queue()
  const seen = () =>
    database.within(workspace, async (tx) => {
      const { rows } = await tx.query<{ id: string }>({ text: 'select id from mail', values: [] })
      return rows.map(({ id }) => id)
    })
  const own = await database.within(workspace, (tx) => mailer.queueMail(tx, mailTo()))
  expect(await seen()).toEqual([own])
  expect(await seen()).not.toContain(personal)
  expect((await row(own)).workspace_id).toBe(workspace)
  const change = (text: string) => database.within(workspace, (tx) => tx.query({ text, values: [] }))
  await expect(change(`update mail set recipient = 'eve@example.com'`)).rejects.toThrow('permission denied')
  await expect(change('delete from mail')).rejects.toThrow('permission denied')
  const other = { ...mailTo(), workspaceId: uuidv7() }
  await expect(database.within(workspace, (tx) => mailer.queueMail(tx, other))).rejects.toThrow('row-level security')
  await expect(database.instance((tx) => mailer.queueMail(tx, mailTo()))).rejects.toThrow('row-level security')
})

test('the queue stores only encrypted content, which opens only in its own row', async () => {
  const { mailer, queue, row } = await mailScene(database)
  const one = await queue()
  const other = await queue()
  const found = JSON.stringify(
    Object.values(await row(one)).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)),
  )
  expect(found).not.toMatch(/S3CR3T|Grace|invited/)
  await database.identity((tx) =>
    tx.query({
      text: 'update mail set (sealed, wrapped) = (select sealed, wrapped from mail where id = $2) where id = $1',
      values: [one, other],
    }),
  )
  expect(await mailer.deliver(one)).toBe(false)
  expect(await row(one)).toMatchObject({ state: 'queued', attempts: 1 })
})

test('without a mail server each message is a private file in the outbox and is not reported as sent', async () => {
  const { mailer, queue, row, outbox } = await mailScene(database)
  const id = await queue({ to: 'ada@example.com' })
  expect(await mailer.deliver(id)).toBe(false)
  const [name] = await readdir(outbox)
  expect(name).toMatch(new RegExp(`^\\d{8}T\\d{6}\\.\\d{3}Z-${id}\\.eml$`))
  expect([(await stat(outbox)).mode & 0o777, (await stat(join(outbox, name!))).mode & 0o777]).toEqual([0o700, 0o600])
  const mail = await PostalMime.parse(await readFile(join(outbox, name!)))
  expect(mail).toMatchObject({ subject: 'You are invited', to: [{ address: 'ada@example.com' }] })
  expect(await row(id)).toMatchObject({ state: 'outbox', attempts: 1, sealed: null })
})

test('unsent mail is sent by the schedule, and two processes never send one message at once', async () => {
  const { port, taken } = await mailTaker()
  const { mailer, open, queue, makeDue } = await mailScene(database, { smtp: { port } })
  const ids = await Promise.all(Array.from({ length: 30 }, () => queue()))
  await mailer.work(unaborted())
  expect(taken).toEqual([])
  await Promise.all(ids.map(makeDue))
  const others = [open(), open()]
  await Promise.all([mailer, ...others].map((one) => one.work(unaborted())))
  await Promise.all(others.map((one) => one.close()))
  // On a slow machine mail of earlier tests is due too.
  const own = ids.map((id) => `<${id}@example.com>`)
  const sent = taken.flatMap(({ mail }) => own.filter((one) => one === mail.messageId))
  expect(sent.sort()).toEqual(own.sort())
})

test('an unusable address is recorded as failed, and the transaction commits', async () => {
  const { mailer, queue, row } = await mailScene(database, { smtp: {} })
  const id = await queue({ to: 'nobody at all' })
  expect(await mailer.deliver(id)).toBe(false)
  expect(await row(id)).toMatchObject({
    state: 'failed',
    attempts: 0,
    last_error: 'This is no address that mail can be sent to',
  })
})

test('an expired message is not sent', async () => {
  const { port, taken } = await mailTaker()
  const { mailer, queue, row, makeDue, logged } = await mailScene(database, { smtp: { port } })
  const id = await queue({ expiresAt: new Date(Date.now() - 1_000) })
  await makeDue(id)
  await mailer.work(unaborted())
  expect(await row(id)).toMatchObject({ state: 'failed', last_error: 'It could not be sent in time', sealed: null })
  expect(taken).toEqual([])
  expect(logged.join()).toContain('gave up')
})

test('without a root key a message is sent at once or dropped, and never stored', async () => {
  const { port, taken } = await mailTaker()
  const good = await mailScene(database, { smtp: { port }, rootKey: false })
  const id = await good.queue()
  expect(await good.mailer.deliver(id)).toBe(true)
  expect(await good.row(id)).toMatchObject({ state: 'sent', sealed: null })
  expect(taken).toHaveLength(1)
  const bad = await mailScene(database, { smtp: { port: 1 }, rootKey: false })
  const lost = await bad.queue()
  expect(await bad.mailer.deliver(lost)).toBe(false)
  expect(await bad.row(lost)).toMatchObject({ state: 'failed', attempts: 1, sealed: null })
})

test('a process that died with the only copy of a message leaves a row that reports it', async () => {
  const { mailer, row } = await mailScene(database, { smtp: {} })
  const id = uuidv7()
  await database.identity((tx) =>
    tx.query({
      text: `insert into mail (id, kind, recipient, state, next_attempt_at, expires_at, created_at)
        values ($1, 'test', 'ada@example.com', 'queued', now() - interval '1 hour', now() + interval '1 day', now() - interval '1 hour')`,
      values: [id],
    }),
  )
  await mailer.work(unaborted())
  expect(await row(id)).toMatchObject({ state: 'failed', last_error: expect.stringContaining('no root key') as string })
})

test('a process that died between acceptance and its record causes a second delivery', async () => {
  const { port, taken } = await mailTaker()
  const { mailer, queue, row, makeDue } = await mailScene(database, { smtp: { port } })
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const id = await queue()
  const before = await row(id)
  expect(await mailer.deliver(id)).toBe(true)
  // As the row was while the dead process held it.
  await owner.query(
    `update mail set state = 'queued', ended_at = null, attempts = 1, holder = gen_random_uuid(), leased_until = now() + interval '90 seconds',
       sealed = $2, wrapped = $3, root_key_id = $4 where id = $1`,
    [id, before.sealed, before.wrapped, before.root_key_id],
  )
  await owner.end()
  await mailer.work(unaborted())
  expect(taken).toHaveLength(1)
  await makeDue(id)
  await mailer.work(unaborted())
  // On a slow machine mail of earlier tests is due too.
  const own = taken.filter(({ mail }) => mail.messageId === `<${id}@example.com>`)
  expect(own).toHaveLength(2)
  expect(own[0]!.raw).toBe(own[1]!.raw)
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2 })
})

test('a process killed with SIGKILL after the server accepted its message causes a second delivery', async () => {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  // The row is held from before the message is taken, so that the process is killed before it can note that.
  let holding: Promise<unknown> | undefined
  const { port, taken, whenTaken } = await mailTaker({
    onRcptTo: (_address, _session, done) => {
      holding ??= owner.query(`begin; select from mail where id = '${id}' for update`)
      holding.then(() => done(), done)
    },
  })
  const { mailer, queue, row, makeDue } = await mailScene(database, { smtp: { port } })
  const id = await queue()
  const script = join(import.meta.dirname, '../../testing/mail/sender.ts')
  const child = spawn(process.execPath, [script, url, String(port), id], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  await whenTaken(1)
  child.kill('SIGKILL')
  await ended
  await owner.query('rollback')
  await owner.end()
  await makeDue(id)
  expect(await row(id)).toMatchObject({ state: 'queued', attempts: 1 })
  await mailer.work(unaborted())
  // On a slow machine mail of earlier tests is due too.
  const own = taken.filter(({ mail }) => mail.messageId === `<${id}@example.com>`)
  expect(own).toHaveLength(2)
  expect(own[0]!.raw).toBe(own[1]!.raw)
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2 })
})

test('delivery attempts are a minute apart at first and six hours at most', () => {
  expect([1, 2, 3, 9, 10, 50].map((nth) => delayAfter(nth) / 60_000)).toEqual([1, 2, 4, 256, 360, 360])
})

test('old finished mail is deleted from the queue and the outbox; other mail stays', async () => {
  const { mailer, queue, row, outbox } = await mailScene(database)
  const old = await queue()
  const fresh = await queue()
  const waiting = await queue()
  await mailer.deliver(old)
  await mailer.deliver(fresh)
  await database.identity((tx) =>
    tx.query({ text: `update mail set ended_at = now() - interval '31 days' where id = $1`, values: [old] }),
  )
  const names = await readdir(outbox)
  const written = join(
    outbox,
    names.find((name) => name.includes(old))!,
  )
  await utimes(written, new Date(), new Date(Date.now() - 31 * 86_400_000))
  await mailer.sweep(unaborted())
  await mailer.sweepOutbox()
  expect(await row(old)).toBeUndefined()
  expect([(await row(fresh)).state, (await row(waiting)).state]).toEqual(['outbox', 'queued'])
  expect(await readdir(outbox)).toEqual(names.filter((name) => name.includes(fresh)))
})

test('an address receives ten requested messages per hour and thirty per day, from any requester; other mail still arrives', async () => {
  const { mailer, queue, row } = await mailScene(database, {})
  const to = `${uuidv7()}@example.net`
  const own = () => queue({ to, onRequest: true })
  const ofWorkspace = () =>
    database.within(workspace, (tx) => mailer.queueMail(tx, { ...mailTo(), to: to.toUpperCase(), onRequest: true }))
  const deliverAll = async (count: number) => {
    const queued = await Promise.all(Array.from({ length: count }, (_none, at) => (at % 2 ? own() : ofWorkspace())))
    await Promise.all(queued.map((id) => mailer.deliver(id)))
    const states = await Promise.all(queued.map(async (id) => (await row(id)).state))
    return {
      outbox: states.filter((state) => state === 'outbox').length,
      failed: states.filter((state) => state === 'failed').length,
    }
  }
  const anHourLater = () =>
    database.identity((tx) =>
      tx.query({
        text: `update mail set ended_at = ended_at - interval '61 minutes' where recipient = $1`,
        values: [to],
      }),
    )
  expect(await deliverAll(16)).toEqual({ outbox: 10, failed: 6 })
  const notice = await queue({ to })
  await mailer.deliver(notice)
  expect((await row(notice)).state).toBe('outbox')
  await anHourLater()
  expect(await deliverAll(12)).toEqual({ outbox: 10, failed: 2 })
  await anHourLater()
  expect(await deliverAll(12)).toEqual({ outbox: 10, failed: 2 })
  await anHourLater()
  expect(await deliverAll(1)).toEqual({ outbox: 0, failed: 1 })
})

test('paced mail waits when the address has reached its limit, and does not reduce the limit for requested mail', async () => {
  const { mailer, queue, row, makeDue } = await mailScene(database, {})
  const to = `${uuidv7()}@example.net`
  const sent: string[] = []
  for (let nth = 0; nth < 11; nth += 1) {
    const id = await queue({ to, paced: true })
    await mailer.deliver(id)
    sent.push((await row(id)).state)
  }
  expect(sent).toEqual([...Array<string>(10).fill('outbox'), 'queued'])
  const asked = await queue({ to, onRequest: true })
  await mailer.deliver(asked)
  expect((await row(asked)).state).toBe('outbox')
  const held = await database.identity(async (tx) => {
    const text = `update mail set ended_at = ended_at - interval '61 minutes' where recipient = $1`
    await tx.query({ text, values: [to] })
    const waiting = { text: `select id from mail where recipient = $1 and state = 'queued'`, values: [to] }
    return (await tx.query<{ id: string }>(waiting)).rows[0]!.id
  })
  await makeDue(held)
  await mailer.deliver(held)
  expect(await row(held)).toMatchObject({ state: 'outbox' })
})

test('mail that waits for an address does not delay other mail', async () => {
  const { mailer, queue, row, makeDue } = await mailScene(database, {})
  const to = `${uuidv7()}@example.net`
  const held: string[] = []
  for (let nth = 0; nth < 18; nth += 1) {
    const id = await queue({ to, paced: true })
    await mailer.deliver(id)
    if ((await row(id)).state === 'queued') held.push(id)
  }
  expect(held).toHaveLength(8)
  for (const id of held) await makeDue(id)
  const other = await queue()
  await makeDue(other)
  await mailer.work({ signal: new AbortController().signal })
  expect((await row(other)).state).toBe('outbox')
})
