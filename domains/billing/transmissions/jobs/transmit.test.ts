import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  accessPointServer,
  connectAccess,
  peppolBuyer,
  peppolWorld,
  transmitAfterPause,
  transmitDue,
} from '../../../../testing/access-points/world.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { scheduledContext } from '../../../../testing/jobs/scheduled.ts'
import type { Database } from '../../../../platform/db/database.ts'
import documents from '../../documents/domain.ts'
import { voidClientInvoice } from '../../invoices/contract.ts'
import { disconnectAccessPoint } from '../contract.ts'
import { transmit } from './transmit.ts'

const { server, test: fake, live } = await accessPointServer()
const world = await peppolWorld(server)
const { at, handedOver, handOver } = world
const stateOf = async (id: string, of = world) => (await of.read(id)).transmissions[0]
const rowOf = async (id: string) =>
  (await asOwner(server, 'select * from invoice_transmission where invoice_id = $1', [id]))[0]!
const arrivalsOf = async (id: string) => {
  const { sha256 } = await rowOf(id)
  return fake.arrivals.filter((arrival) => arrival.sha256 === sha256)
}
const documentsOf = async (id: string) => {
  const { sha256 } = await rowOf(id)
  return [...fake.documents.values()].filter(({ bytes }) => hash('sha256', bytes) === sha256)
}
const sendsOf = (reference: unknown) => fake.requests.filter(({ path }) => path.endsWith(`${String(reference)}/send`))
/** Ends transmissions in transit, as the network does in the meantime. */
const settleAll = () => {
  for (const [id, { shown }] of fake.documents) if (shown.state === 'TRANSIT') fake.settle(id)
}

describe('an invoice that was handed over', () => {
  test('is handed over, delivered and answered, each with an audit row and an event', async () => {
    const id = await handedOver()
    await transmitDue(server)
    expect(await stateOf(id)).toMatchObject({ state: 'handed_over', reason: null })
    const { reference, sha256 } = await rowOf(id)
    expect(fake.documents.get(reference as string)).toMatchObject({
      route: { sender: '0208:0403170701', receiver: '0208:0848934496' },
      issues: [],
    })
    fake.settle(reference as string)
    await transmitAfterPause(server, id)
    expect(await stateOf(id)).toMatchObject({ state: 'delivered' })
    fake.respond(reference as string, 'imr_received', { response_code: 'IP' })
    await transmitAfterPause(server, id)
    fake.respond(reference as string, 'imr_received', { response_code: 'AP' })
    await transmitAfterPause(server, id)
    await transmitAfterPause(server, id)
    const shown = await stateOf(id)
    expect(shown).toMatchObject({ state: 'answered', answer: 'AP' })
    expect(shown!.statuses.map(({ state, code }) => `${state} ${code}`)).toEqual([
      'waiting hand_over',
      'handed_over TRANSIT',
      'delivered SENT',
      'answered IP',
      'answered AP',
    ])
    const rows = (await auditOf(server, at.workspace, id)).filter(({ action }) => action === 'client_invoice.transmit')
    expect(rows.map(({ details }) => details)).toMatchObject(
      ['handed_over', 'delivered', 'answered', 'answered'].map((state) => ({
        state,
        sha256,
        reference,
        rawSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      })),
    )
    expect((await at.eventNames(id)).slice(-5)).toEqual([
      'client_invoice.hand_over_begun',
      'client_invoice.handed_over',
      'client_invoice.delivered',
      'client_invoice.answered',
      'client_invoice.answered',
    ])
    expect(await arrivalsOf(id)).toHaveLength(1)
    expect(live.requests).toEqual([])
  })

  test('is asked about after a pause that grows, and not before', async () => {
    const id = await handedOver()
    await transmitDue(server)
    const asked = fake.requests.length
    await transmitDue(server)
    expect(fake.requests).toHaveLength(asked)
    await asOwner(
      server,
      `update invoice_transmission set begun_at = begun_at - interval '2 hours', next_attempt_at = now() where invoice_id = $1`,
      [id],
    )
    await transmitDue(server)
    const { next_attempt_at: next } = await rowOf(id)
    const pauseMinutes = ((next as Date).getTime() - Date.now()) / 60_000
    expect(pauseMinutes > 25 && pauseMinutes < 31).toBe(true)
  })

  test('is sent by one of two schedules at once', async () => {
    const ids = await Promise.all([handedOver(), handedOver(), handedOver()])
    await Promise.all([transmitDue(server), transmitDue(server), transmitDue(server)])
    for (const id of ids) expect(sendsOf((await rowOf(id)).reference)).toHaveLength(1)
  })

  test('fails with the access point’s answer, and is the same document when handed over again', async () => {
    const buyer = {
      ...peppolBuyer,
      electronic: { ...peppolBuyer.electronic, endpoint: { scheme: '9930', value: 'DE123456788' } },
    }
    const other = await peppolWorld(server, { buyer })
    const id = await other.handedOver()
    await transmitDue(server)
    const { reference } = await rowOf(id)
    fake.settle(reference as string, 'FAILED', { error: 'No such participant' })
    await transmitAfterPause(server, id)
    expect(await stateOf(id, other)).toMatchObject({
      state: 'failed',
      reason: 'not_delivered',
      detail: 'No such participant',
    })
    expect((await other.at.eventNames(id)).at(-1)).toBe('client_invoice.hand_over_failed')
    await transmitAfterPause(server, id)
    expect(sendsOf(reference)).toHaveLength(1)
    expect((await other.handOver(id)).body).toMatchObject({ state: 'waiting', reason: null, detail: null })
    await transmitDue(server)
    expect(sendsOf(reference)).toHaveLength(2)
    fake.settle(reference as string, 'SENT')
    await transmitAfterPause(server, id)
    expect(await stateOf(id, other)).toMatchObject({ state: 'delivered' })
    expect([await arrivalsOf(id), (await rowOf(id)).reference]).toMatchObject([[{}], reference])
  })

  test('is not sent once it is void, also if its sending was begun and lost', async () => {
    const early = await handedOver()
    const late = await handedOver()
    await at.owner.call(voidClientInvoice, { id: early, body: { reason: 'Wrong' } })
    fake.troubles.push({ at: /\/send$/, answer: 'lost request' })
    await transmitDue(server)
    expect(await stateOf(early)).toMatchObject({ state: 'failed', reason: 'invoice_void' })
    await at.owner.call(voidClientInvoice, { id: late, body: { reason: 'Wrong' } })
    await transmitAfterPause(server, late)
    expect(await stateOf(late)).toMatchObject({ state: 'failed', reason: 'invoice_void' })
    for (const id of [early, late]) {
      const { reference } = await rowOf(id)
      expect(sendsOf(reference).filter(({ status }) => status === 200)).toEqual([])
      expectError(await handOver(id), 409, 'invoice_is_void')
    }
  })

  test('is refused with the words of the access point, and goes once that is mended', async () => {
    const id = await handedOver()
    await connectAccess(at, { apiKey: 'key_revoked' })
    await transmitDue(server)
    expect(await stateOf(id)).toMatchObject({
      state: 'failed',
      reason: 'refused',
      detail: '401: Invalid or missing API key',
    })
    await connectAccess(at)
    await handOver(id)
    await transmitDue(server)
    expect(await stateOf(id)).toMatchObject({ state: 'handed_over' })
  })

  test('waits as long as the access point asks for, and fails after three days without an answer', async () => {
    const id = await handedOver()
    fake.troubles.push({ at: /\/ubl$/, answer: 429, retryAfterSeconds: 7_200 })
    await transmitDue(server)
    expect(await stateOf(id)).toMatchObject({
      state: 'waiting',
      reason: 'unavailable',
      detail: '429: Status 429 on command',
    })
    const { next_attempt_at: next } = await rowOf(id)
    expect((next as Date).getTime()).toBeGreaterThan(Date.now() + 7_100_000)
    await asOwner(
      server,
      `update invoice_transmission set begun_at = now() - interval '3 days' where invoice_id = $1`,
      [id],
    )
    fake.troubles.push({ at: /outbox/, answer: 503 })
    await transmitAfterPause(server, id)
    expect(await stateOf(id)).toMatchObject({ state: 'failed', reason: 'no_answer' })
    expect((await rowOf(id)).next_attempt_at).toBeNull()
  })

  test('keeps its delivery when the access point reports otherwise later, or does not know it any more', async () => {
    const id = await handedOver()
    await transmitDue(server)
    const reference = (await rowOf(id)).reference as string
    fake.settle(reference)
    await transmitAfterPause(server, id)
    fake.documents.get(reference)!.shown.state = 'FAILED'
    await transmitAfterPause(server, id)
    expect(await stateOf(id)).toMatchObject({ state: 'delivered', reason: null })
    fake.troubles.push({ at: new RegExp(`^GET .*${reference}$`), answer: 404 })
    await transmitAfterPause(server, id)
    expect(await stateOf(id)).toMatchObject({ state: 'delivered', reason: 'unavailable' })
    expectError(await handOver(id), 409, 'invoice_handed_over')
  })

  test('is followed after a disconnection until its arrival is known, and then the key is deleted', async () => {
    const other = await peppolWorld(server)
    const id = await other.handedOver()
    await transmitDue(server)
    await other.at.owner.call(disconnectAccessPoint)
    const key = async () => (await other.at.rows('access_point_connection'))[0]!.api_key_ciphertext
    expect(await key()).not.toBeNull()
    settleAll()
    await transmitAfterPause(server, id)
    expect(await stateOf(id, other)).toMatchObject({ state: 'delivered' })
    expect(await key()).toBeNull()
    const asked = fake.requests.length
    await transmitAfterPause(server, id)
    expect(fake.requests).toHaveLength(asked)
  })

  test('goes with the bytes that were sent, ten years later', async () => {
    const id = await handedOver()
    await asOwner(
      server,
      `update sent_invoice_document set sent_at = now() - interval '3654 days' where invoice_id = $1`,
      [id],
    )
    const [expiry] = documents.retention
    await server.database.within(at.workspace, (tx) => expiry!.remove(tx, 10))
    expect(await rowOf(id)).toBeUndefined()
  })
})

describe('after a lost answer or a death', () => {
  const troubles = [
    ['POST', /^POST .*\/documents\/ubl$/],
    ['send', /\/send$/],
    ['outbox', /outbox/],
    ['timeline', /timeline/],
  ] as const
  test.each(
    troubles.flatMap(([name, path]) => [[name, 'lost request', path] as const, [name, 'lost answer', path] as const]),
  )('of %s, by a %s, one document arrives', async (_name, answer, path) => {
    const id = await handedOver()
    fake.troubles.push({ at: path, answer })
    await transmitDue(server)
    expect(fake.troubles).toEqual([])
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', reason: 'unavailable' })
    await transmitAfterPause(server, id)
    settleAll()
    await transmitAfterPause(server, id)
    expect(await stateOf(id)).toMatchObject({ state: 'delivered', reason: null })
    expect(await documentsOf(id)).toHaveLength(1)
    expect(await arrivalsOf(id)).toHaveLength(1)
  })

  test('between each two steps, one document arrives', async () => {
    let deaths = 0
    for (let step = 0; step >= 0; step += 1)
      for (const isCommitted of [false, true]) {
        const id = await handedOver()
        const database = dyingAt(server.database, step, isCommitted)
        await transmit({ ...server.parts, database: database.dying }, scheduledContext)
        await transmitAfterPause(server, id)
        settleAll()
        await transmitAfterPause(server, id)
        expect([step, isCommitted, (await stateOf(id))?.state]).toEqual([step, isCommitted, 'delivered'])
        const counts = [(await arrivalsOf(id)).length, (await documentsOf(id)).length]
        expect([step, isCommitted, ...counts]).toEqual([step, isCommitted, 1, 1])
        if (database.isDead()) deaths += 1
        else step = -2
      }
    // The claim, the account, the bytes, the reference, the beginning and the outcome, each before and after.
    expect(deaths).toBeGreaterThanOrEqual(12)
  })
})

/** A database whose process dies at one transaction of a workspace, before it or once it is committed. */
const dyingAt = (database: Database, step: number, isCommitted: boolean) => {
  let count = 0
  let isDead = false
  const die = (): never => {
    isDead = true
    throw new Error('The process died')
  }
  const mortal =
    (work: (...given: never[]) => Promise<unknown>) =>
    async (...given: never[]): Promise<unknown> => {
      if (isDead) return die()
      const isIt = count === step
      count += 1
      if (isIt && !isCommitted) return die()
      const result = await work(...given)
      return isIt ? die() : result
    }
  const dying = new Proxy(database, {
    get: (target, name) => {
      const member = Reflect.get(target, name, target) as unknown
      if (typeof member !== 'function') return member
      const bound = (member as (...given: never[]) => Promise<unknown>).bind(target)
      return name === 'within' || name === 'reading' ? mortal(bound) : bound
    },
  })
  return { dying, isDead: () => isDead }
}
