import { expect, test } from 'vitest'
import { createClientAccount } from '../../domains/accounts/clients/contract/accounts.ts'
import { createBillable } from '../../domains/billing/billables/contract.ts'
import {
  createClientInvoiceDraft,
  issueClientInvoice,
  listClientInvoices,
} from '../../domains/billing/invoices/contract.ts'
import { chargeBody, draftBody } from '../billing/billed-work.ts'
import type { Caller, Reply } from '../caller.ts'
import { databaseUrl, testDatabase } from '../index.ts'
import { inOwnDatabase } from './own-database.ts'
import type { ServerProcess } from './server-process.ts'

const drafts = 1_000
const processes = 4
const deaths = 6
const callersOfEach = 8

const database = databaseUrl((await testDatabase({ empty: true })).url, 'postgres')

test(
  `${drafts} drafts issued over ${processes} processes, one of which is killed now and then, are numbered without gap or twin`,
  { timeout: 900_000 },
  () => inOwnDatabase(database, {}, ({ start }) => issueThroughDeaths(start)),
)

const issueThroughDeaths = async (start: () => Promise<ServerProcess>) => {
  const running = [await start()]
  while (running.length < processes) running.push(await start())
  const ids = await draftAll(running[0]!.owner)
  const left = [...ids]
  const counted = { issued: 0, killed: 0 }
  const dyings: Promise<void>[] = []
  const replaceOne = async (at: number) => {
    await running[at]!.kill()
    running[at] = await start()
  }
  // A caller without an answer asks again: 409 says that it was issued before the answer was lost.
  const issue = async (at: number, id: string) => {
    for (;;) {
      const reply = await running[at]!.owner.call(issueClientInvoice, { id }).catch(() => undefined)
      if (reply && [200, 409].includes(reply.status)) return reply
    }
  }
  const work = async (at: number) => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const reply = await issue(at, id)
      expect([200, 'invoice_not_a_draft']).toContain(reply.status === 200 ? 200 : reply.body.code)
      counted.issued += 1
      if (counted.killed < deaths && counted.issued >= ((counted.killed + 1) * drafts) / (deaths + 1))
        dyings.push(replaceOne((counted.killed += 1) % processes))
    }
  }
  await Promise.all(Array.from({ length: processes * callersOfEach }, (_none, nth) => work(nth % processes)))
  await Promise.all(dyings)
  await expectSequence(running[0]!.owner)
  for (const one of running) await one.stop()
  expect(counted).toEqual({ issued: drafts, killed: deaths })
}

const made = ({ status, body }: Reply): string => {
  expect([status, body]).toEqual([201, body])
  return body.id as string
}

const draftAll = async (owner: Caller) => {
  const clientAccountId = made(await owner.call(createClientAccount, { body: { name: 'Globex' } }))
  const ids: string[] = []
  while (ids.length < drafts) {
    const charge = made(await owner.call(createBillable, { body: chargeBody(clientAccountId) }))
    ids.push(made(await owner.call(createClientInvoiceDraft, { body: draftBody([charge]) })))
  }
  return ids
}

const expectSequence = async (owner: Caller) => {
  const { body } = await owner.call(listClientInvoices, { query: { limit: 1_000 } })
  const rows = body as unknown as { invoiceSequence: number; invoiceNumber: string; issuedAt: string }[]
  const inOrder = rows.toSorted((one, other) => one.invoiceSequence - other.invoiceSequence)
  expect(inOrder.map(({ invoiceSequence }) => invoiceSequence)).toEqual(
    Array.from({ length: drafts }, (_none, at) => at + 1),
  )
  expect(new Set(rows.map(({ invoiceNumber }) => invoiceNumber)).size).toBe(drafts)
  expect(inOrder.map(({ issuedAt }) => issuedAt)).toEqual(inOrder.map(({ issuedAt }) => issuedAt).sort())
}
