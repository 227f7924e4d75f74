import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { certificateFor } from '../../testing/network/certificate.ts'
import { testDatabase } from '../../testing/index.ts'
import { mailScene } from '../../testing/mail/scene.ts'
import { mailTaker, rawTaker } from '../../testing/mail/smtp.ts'
import { sendBySmtp } from './smtp.ts'
import { withoutSecrets } from './smtp-conversation.ts'

const { database } = await testDatabase()

const identity = certificateFor('localhost')
const known = getCACertificates('default')
afterAll(() => setDefaultCACertificates(known))

/** One message through a server, as the queue sees it. */
const sent = async (smtp: Parameters<typeof mailScene>[1] & object, address?: string) => {
  const scene = await mailScene(database, smtp)
  const id = await scene.queue(address ? { to: address } : {})
  const isTaken = await scene.mailer.deliver(id)
  return { ...scene, id, isTaken, record: await scene.row(id) }
}

const refusing = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

test('STARTTLS protects sign-in and message', async (context) => {
  context.skip(!identity, 'openssl is not installed')
  setDefaultCACertificates([...known, identity!.cert])
  const { port, taken } = await mailTaker({
    ...identity!,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss:word/ö' ? done(null, { user: username }) : done(refusing(535, 'no')),
  })
  const account = { user: 'us@er', password: 'p@ss:word/ö' }
  const good = await sent({ smtp: { port, tls: 'required', host: 'localhost', ...account } })
  expect(good.isTaken).toBe(true)
  expect(taken).toMatchObject([{ secure: true, user: 'us@er' }])
  const wrong = await sent({ smtp: { port, tls: 'required', host: 'localhost', ...account, password: 'wr0ng-secret' } })
  expect(wrong.record).toMatchObject({
    state: 'queued',
    attempts: 1,
    last_error: expect.stringContaining('535') as string,
  })
  expect(JSON.stringify([wrong.record, wrong.logged])).not.toMatch(/wr0ng|us@er/)
})

test('implicit TLS works too', async (context) => {
  context.skip(!identity, 'openssl is not installed')
  setDefaultCACertificates([...known, identity!.cert])
  const { port, taken } = await mailTaker({ ...identity!, secure: true })
  expect((await sent({ smtp: { port, tls: 'implicit', host: 'localhost' } })).isTaken).toBe(true)
  expect(taken).toMatchObject([{ secure: true }])
})

test('a server with an untrusted certificate gets neither password nor message', async (context) => {
  context.skip(!identity, 'openssl is not installed')
  setDefaultCACertificates([...known])
  const asked: unknown[] = []
  const { port, taken } = await mailTaker({
    ...identity!,
    onAuth: (auth, _session, done) => {
      asked.push(auth)
      done(null, { user: 1 })
    },
  })
  const { record } = await sent({ smtp: { port, tls: 'required', host: 'localhost', user: 'a', password: 'b' } })
  expect(record).toMatchObject({ state: 'queued', last_error: expect.stringMatching(/certificate/i) as string })
  expect([taken, asked]).toEqual([[], []])
})

test('a server without STARTTLS gets no mail where TLS is required', async () => {
  const asked: unknown[] = []
  const { port, taken } = await mailTaker({
    onAuth: (auth, _session, done) => {
      asked.push(auth)
      done(null, { user: 1 })
    },
  })
  const { record } = await sent({ smtp: { port, tls: 'required', user: 'a', password: 'b' } })
  expect(record).toMatchObject({ state: 'queued' })
  expect([taken, asked]).toEqual([[], []])
})

test.each([
  ['RCPT TO', 450, 'queued'],
  ['RCPT TO', 550, 'failed'],
  ['DATA', 451, 'queued'],
  ['DATA', 554, 'failed'],
  ['MAIL FROM', 550, 'queued'],
] as const)('%s answered with %i leaves the message %s', async (command, code, state) => {
  const refuse = (at: string, done: (error?: Error) => void) =>
    done(at === command ? refusing(code, 'No such luck') : undefined)
  const { port, taken } = await mailTaker({
    onMailFrom: (_address, _session, done) => refuse('MAIL FROM', done),
    onRcptTo: (_address, _session, done) => refuse('RCPT TO', done),
    ...(command === 'DATA' && {
      onData: (stream, _session, done) => void stream.resume().on('end', () => done(refusing(code, 'No such luck'))),
    }),
  })
  const { isTaken, record, logged } = await sent({ smtp: { port } })
  expect([isTaken, taken]).toEqual([false, []])
  expect(record).toMatchObject({ state, attempts: 1, last_error: expect.stringContaining(`${code} `) as string })
  expect(record.sealed === null).toBe(state === 'failed')
  expect(logged.join()).toContain(state === 'failed' ? 'gave up' : 'will retry')
})

test('a temporarily refused message is sent when it is due again, and not before', async () => {
  let isBusy = true
  const { port, taken } = await mailTaker({
    onRcptTo: (_address, _session, done) => done(isBusy ? refusing(421, 'Busy') : undefined),
  })
  const { mailer, row, id, makeDue, record } = await sent({ smtp: { port } })
  expect(record.next_attempt_at.getTime()).toBeGreaterThan(Date.now())
  isBusy = false
  await mailer.work({ signal: new AbortController().signal })
  expect(taken).toEqual([])
  await makeDue(id)
  await mailer.work({ signal: new AbortController().signal })
  expect(taken).toHaveLength(1)
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2 })
})

test('a recipient who is put off holds up no other mail', async () => {
  const { port, taken } = await mailTaker({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('busy') ? refusing(450, 'Greylisted') : undefined),
  })
  const { mailer, queue, row, makeDue } = await mailScene(database, { smtp: { port } })
  const busy: string[] = []
  for (let nth = 0; nth < 6; nth += 1) busy.push(await queue({ to: `busy${nth}@example.net` }))
  const other = await queue()
  for (const id of [...busy, other]) await makeDue(id)
  await mailer.work({ signal: new AbortController().signal })
  expect([(await row(other)).state, taken.length]).toEqual(['sent', 1])
  expect(await row(busy[0]!)).toMatchObject({ state: 'queued', attempts: 1 })
})

test('an unreachable, refusing or disconnecting server leaves the message for later', async () => {
  const closed = await mailTaker()
  await closed.close()
  const refuses = await rawTaker('554 no SMTP service here', () => undefined)
  const hangsUp = await rawTaker('220 here', (_line, socket) => void socket.destroy())
  for (const { port } of [closed, refuses, hangsUp]) {
    expect((await sent({ smtp: { port } })).record).toMatchObject({ state: 'queued', attempts: 1 })
  }
})

test('a connection that closes during the message leaves it for later', async () => {
  const answers: Record<string, string> = { EHLO: '250 here', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go on' }
  const { port } = await rawTaker('220 here', (line, socket) => {
    if (line.startsWith('MIME-Version')) socket.destroy()
    return answers[line.slice(0, 4)]
  })
  const { record, isTaken } = await sent({ smtp: { port } })
  expect([isTaken, record.state, record.sealed !== null]).toEqual([false, 'queued', true])
})

test('a silent server is disconnected when the attempt times out', async () => {
  const heard = Promise.withResolvers<void>()
  const { port } = await rawTaker('220 here', () => {
    heard.resolve()
    return undefined
  })
  const { mailer, queue, row } = await mailScene(database, { smtp: { port } })
  const id = await queue()
  const delivering = mailer.deliver(id)
  await heard.promise
  await mailer.close()
  expect(await delivering).toBe(false)
  expect(await row(id)).toMatchObject({
    state: 'queued',
    attempts: 1,
    last_error: expect.stringContaining('Given up') as string,
  })
})

test('the reply to QUIT does not change the outcome of a message', async () => {
  const answers: Record<string, string> = {
    EHLO: '250 here',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go on',
    '.': '250 taken',
  }
  const { port } = await rawTaker('220 here', (line, socket) => {
    if (line === 'QUIT') socket.destroy()
    return answers[line.slice(0, 4)]
  })
  expect((await sent({ smtp: { port } })).isTaken).toBe(true)
})

test('an internationalized address needs a server with SMTPUTF8, and is not altered for others', async () => {
  const { port, taken } = await mailTaker()
  expect((await sent({ smtp: { port } }, '用户@例え.jp')).isTaken).toBe(true)
  expect(taken[0]!.to).toEqual(['用户@例え.jp'])
  const lines: string[] = []
  const old = await rawTaker('220 here', (line) => {
    lines.push(line)
    return line.startsWith('RCPT') ? '553 not such a mailbox' : '250 ok'
  })
  const { record } = await sent({ smtp: { port: old.port } }, '用户@例え.jp')
  expect(record.state).toBe('failed')
  expect(lines.find((line) => line.startsWith('RCPT'))).toBe('RCPT TO:<用户@xn--r8jz45g.jp>')
})

test('an address cannot inject a second SMTP command', async () => {
  const { port, taken } = await mailTaker()
  const envelope = { from: 'mail@example.com', to: 'ada@example.com>\r\nRCPT TO:<eve@example.com' }
  const sending = sendBySmtp(
    { host: '127.0.0.1', port, tls: 'off' },
    envelope,
    Buffer.from('x'),
    new AbortController().signal,
  )
  await expect(sending).rejects.toMatchObject({ name: 'NotTaken', isFinal: true })
  expect(taken).toEqual([])
})

test('message text that a server quotes is removed from its error', () => {
  const said =
    '554 5.7.1 https://a.example/x?token=abc from ada@example.com: S3CR3Tt0kenThatIsLongerThanWords\r\nrejected'
  expect(withoutSecrets(said)).toBe('554 5.7.1 … from … … rejected')
  expect(withoutSecrets('x '.repeat(1_000)).length).toBeLessThanOrEqual(300)
})
