import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClientAccount } from '../../domains/accounts/clients/contract/accounts.ts'
import {
  createBillable,
  saveBillingIdentity,
  saveClientBillingIdentity,
} from '../../domains/billing/billables/contract.ts'
import { sendClientInvoice } from '../../domains/billing/invoice-letters/contract.ts'
import { createClientInvoiceDraft, issueClientInvoice } from '../../domains/billing/invoices/contract.ts'
import { proposeCycle } from '../../domains/delivery/planning/contract.ts'
import { chargeBody, draftBody, wholeBuyer, wholeSeller } from '../billing/billed-work.ts'
import type { Caller, Reply } from '../caller.ts'
import { copyRows } from '../databases/copied-rows.ts'
import { asOwner } from '../database-state.ts'
import { fileBlock, library, mergeUnverified, runCycle } from '../delivery.ts'
import { eventually } from '../jobs/world.ts'
import { startFakeS3 } from '../objects/s3.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { restarted, testServer } from '../server.ts'
import { faultsIn, hasPython, objectsIn, type Accepted, type Finding, type Stand } from './checker/index.ts'

const fake = await startFakeS3('objects')
const settings = {
  ATELIER_OBJECTS: `s3://objects?region=us-east-1&endpoint=${encodeURIComponent(fake.endpoint)}`,
  AWS_ACCESS_KEY_ID: fake.place.accessKeyId,
  AWS_SECRET_ACCESS_KEY: fake.place.secretAccessKey,
}
const server = await testServer(settings)
const dataFolder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(async () => {
  await fake.close()
  await rm(dataFolder, { recursive: true, force: true })
})
const sql = (text: string, values: readonly unknown[] = []) => asOwner(server, text, values)
const recipient = 'bills@globex.example'
let stand: Stand

beforeAll(async () => {
  // With a second machine mails are objects.
  const second = await restarted({ ...server, dataFolder }, settings)
  const at = await scene(server)
  const accepted = await acceptWork(at.owner)
  await eventually(async () => (await sql(`select from mail where state = 'outbox'`)).length === 1)
  // The first owner has a workspace too.
  const workspaces = (await sql('select workspace_id as id from ledger')).map(({ id }) => String(id))
  const auditKeys = new Map(workspaces.map((id) => [id, server.parts.checkpoints.verifiers(id)]))
  await second.close()
  await server.close()
  const query: Stand['query'] = async (text, values) => (await sql(text, values)) as never
  stand = { query, objects: objectsIn(fake.objects), accepted, auditKeys }
})

const acceptWork = async (owner: Caller): Promise<Accepted[]> => {
  const bundle = await bundleOf(library)
  const { projectId } = await importProject(owner, bundle, { name: 'Library' })
  await mergeUnverified(owner, projectId)
  const path = 'note.md'
  const content = 'One.\n'
  const title = 'Write a note'
  const proposed = await owner.call(proposeCycle, { body: { projectId, title, description: fileBlock(path, content) } })
  await runCycle(owner, proposed.body.cycle.id as string)
  const made = ({ body }: Reply) => String(body.id)
  const clientAccountId = made(await owner.call(createClientAccount, { body: { name: 'Globex' } }))
  await owner.call(saveBillingIdentity, { body: wholeSeller })
  await owner.call(saveClientBillingIdentity, { clientAccountId, body: wholeBuyer })
  const charge = made(await owner.call(createBillable, { body: chargeBody(clientAccountId) }))
  const body = draftBody([charge], { buyerBillingEmail: recipient })
  const id = made(await owner.call(createClientInvoiceDraft, { body }))
  await owner.call(issueClientInvoice, { id })
  expect((await owner.call(sendClientInvoice, { id, body: {} })).status).toBe(201)
  return [
    { kind: 'import', name: 'Library', commitSha: bundle.commitSha },
    { kind: 'cycle', projectId, title, path, content },
    { kind: 'invoice', recipient },
    { kind: 'letter', recipient },
  ]
}

/** Makes a fault by hand; gives the only finding that it is to be, and what takes it back. */
type Plant = () => Promise<{ readonly found: Finding; readonly restore: () => unknown }>

const removeObject = (key: string) => {
  const stored = fake.objects.get(key)!
  fake.objects.delete(key)
  return () => fake.objects.set(key, stored)
}

const plants: Readonly<Record<string, Plant>> = {
  'a lost pack': async () => {
    const key = [...fake.objects.keys()].find((one) => one.endsWith('.pack'))!
    return { found: { rule: 'an object that a row names is stored', key }, restore: removeObject(key) }
  },
  'a pack with another byte': async () => {
    const key = [...fake.objects.keys()].find((one) => one.endsWith('.pack'))!
    const restore = removeObject(key)
    restore()
    const content = Buffer.from(fake.objects.get(key)!.content)
    content[40]! ^= 1
    fake.objects.set(key, { content, putAt: new Date() })
    return { found: { rule: 'a stored object is as its row says', key }, restore }
  },
  'an object without a row': async () => {
    const key = `builds/${randomUUID()}/${randomUUID()}/1.tar.zst`
    fake.objects.set(key, { content: Buffer.from('left'), putAt: new Date() })
    const found = { rule: 'an object without a row is removed by a sweep', key }
    return { found, restore: () => fake.objects.delete(key) }
  },
  'a branch at an absent commit': async () => {
    const [ref] = await sql('select repository_id as id, name, sha from repository_ref')
    const sha = 'c'.repeat(40)
    const move = (to: unknown) => sql('update repository_ref set sha = $1', [to])
    await move(sha)
    const found = { rule: 'a commit that a row names is stored', name: ref!.name, sha, repository: ref!.id }
    return { found, restore: () => move(ref!.sha) }
  },
  'an invoice that was issued twice': async () => {
    await copyRows(server, 'client_invoice', 'true', 1, {
      invoice_sequence: 't.invoice_sequence + 1',
      invoice_number: `t.invoice_number || '-2'`,
    })
    await sql('update client_invoice_counter set last_sequence = 2')
    const found = { rule: 'an accepted invoice was issued once', recipient, invoices: 2, statuses: 'final, final' }
    const restore = async () => {
      await sql(`delete from client_invoice where invoice_sequence = 2`)
      await sql('update client_invoice_counter set last_sequence = 1')
    }
    return { found, restore }
  },
  'an invoice number that is left out': async () => {
    const number = (to: number) => sql('update client_invoice_counter set last_sequence = $1', [to])
    await number(2)
    const [row] = await sql('select workspace_id as id from client_invoice')
    const found = { rule: 'the counter of invoices is at the last one', workspace: row!.id, counter: 2, last: 1 }
    return { found, restore: () => number(1) }
  },
  'a mail that was written twice': async () => {
    const [mail] = await sql('select id from mail')
    const second = randomUUID()
    await copyRows(server, 'mail', 'true', 1, { id: `'${second}'` })
    await copyRows(server, 'client_invoice_letter', 'true', 1, { mail_id: `'${second}'` })
    const keyOf = (id: string) => `outbox/${id}.eml`
    fake.objects.set(keyOf(second), fake.objects.get(keyOf(String(mail!.id)))!)
    const twice = { letters: 2, mails: ['outbox', 'outbox'], written: 2 }
    const restore = async () => {
      await sql('delete from client_invoice_letter where mail_id = $1', [second])
      await sql('delete from mail where id = $1', [second])
      fake.objects.delete(keyOf(second))
    }
    return { found: { rule: 'an accepted letter is one mail', recipient, ...twice }, restore }
  },
  'an accepted change that is gone': async () => {
    const rename = (to: string) => sql('update cycle set title = $1', [to])
    await rename('Another one')
    const missing = { title: 'Write a note', cycles: 0, status: null, code: null, revisions: 0 }
    const restore = () => rename('Write a note')
    return { found: { rule: 'an accepted cycle is completed once', ...missing }, restore }
  },
  'an altered row of the audit log': async () => {
    const alter = (to: string) => sql(`update audit_row set action = $1 where position = 3`, [to])
    const [row] = await sql('select action, workspace_id as id from audit_row where position = 3')
    await alter('project.delete')
    const found = { rule: 'the audit chain is whole', workspace: row!.id, problem: 'Row 3 does not follow' }
    return { found, restore: () => alter(String(row!.action)) }
  },
  'a lease that did not end': async () => {
    const lease = (holder: string, until: string) =>
      sql(`update scheduled_work set process = ${holder}, lease_until = ${until} where name = 'audit-heads'`)
    await lease(`'dead'`, `now() + interval '1 hour'`)
    const found = { rule: 'a lease ends within a minute', table: 'scheduled_work', column: 'lease_until' }
    return { found, restore: () => lease('null', 'null') }
  },
}

test.skipIf(!hasPython)('the checker finds nothing in an instance that is whole; it needs python3', async () => {
  expect(await faultsIn(stand)).toEqual([])
})

test.skipIf(!hasPython).each(Object.entries(plants))(
  'the checker finds %s, and nothing else',
  async (_fault, plant) => {
    const { found, restore } = await plant()
    try {
      expect(await faultsIn(stand)).toEqual([found])
    } finally {
      await restore()
    }
  },
)
