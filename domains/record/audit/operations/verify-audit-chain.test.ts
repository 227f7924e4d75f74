import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { writeAudit } from '../../../../testing/audit/audit-rows.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { verifyAuditChain } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const rowsTo = (length: number) => Array.from({ length }, (_none, at) => ({ details: { at } }))

test('403 for a member, a client and a key restricted to projects', async () => {
  const at = await scene(server)
  const { caller } = await at.join('owner', { projectIds: [uuidv7()] })
  for (const one of [at.member, at.client, caller])
    expectError(await unchanged(server, () => one.call(verifyAuditChain)), 403, 'forbidden')
})

test('200 for an empty chain, and for one longer than a page', async () => {
  const at = await scene(server)
  const empty = { rows: 0, checkpoints: 0, erased: 0, signed: 0, head: { position: 0, hash: '00'.repeat(32) } }
  expect((await at.owner.call(verifyAuditChain)).body).toEqual({ ok: true, ...empty, broken: null })
  await writeAudit(server, at, ...rowsTo(10))
  await server.parts.checkpoints.sign(at.workspace)
  await writeAudit(server, at, ...rowsTo(1_100))
  expect((await at.owner.call(verifyAuditChain)).body).toMatchObject({
    ok: true,
    rows: 1_110,
    checkpoints: 1,
    signed: 10,
  })
})

test('200 with ok false and the first broken place', async () => {
  const at = await scene(server)
  await writeAudit(server, at, ...rowsTo(5))
  await asOwner(server, `update audit_row set action = 'x.y' where workspace_id = $1 and position in (2, 4)`, [
    at.workspace,
  ])
  const { status, body } = await at.owner.call(verifyAuditChain)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ok: false,
    rows: 1,
    head: { position: 1 },
    broken: {
      position: 2,
      reason: 'row_changed',
      message: 'Row 2 is not what was written, or the row before it is not.',
    },
  })
})

test('200 while others write and sign', async () => {
  const at = await scene(server)
  await writeAudit(server, at, ...rowsTo(50))
  const writing = Promise.all(Array.from({ length: 4 }, () => writeAudit(server, at, ...rowsTo(25))))
  const signing = Promise.all(Array.from({ length: 10 }, () => server.parts.checkpoints.sign(at.workspace)))
  const verified = await Promise.all(Array.from({ length: 10 }, () => at.owner.call(verifyAuditChain)))
  await Promise.all([writing, signing])
  for (const { body } of verified) expect(body).toMatchObject({ ok: true, broken: null })
})
