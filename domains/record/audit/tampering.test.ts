import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { chainHash, originOf, readChain, record, verifyChain } from '../../../platform/audit/index.ts'
import { verifierOf } from '../../../platform/audit/note.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { copyRow } from '../../../testing/audit/audit-chain.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { listAuditCheckpoints, verifyAuditChain } from './contract.ts'

// The possible changes by the database's owner, for whom neither roles nor row-level security hold.
const server = await testServer({ ATELIER_ROLE: 'server' })
const { database, parts } = server

const written = async (world: Scene, rows: number) => {
  for (let at = 0; at < rows; at += 1)
    await database.within(world.workspace, async (tx) =>
      record(tx, {
        action: 'project.update',
        category: 'update',
        outcome: 'success',
        source: 'internal',
        actor: { type: 'system', id: null },
        resource: ['project', uuidv7()],
        details: { at },
      }),
    )
}
const worldOf = async (rows: number) => {
  const world = await scene(server)
  await written(world, rows)
  return world
}
const found = async (world: Scene) => {
  const { status, body } = await world.owner.call(verifyAuditChain)
  expect(status).toBe(200)
  expect(body.ok).toBe(body.broken === null)
  return body.broken ? `${body.broken.reason} ${body.broken.position}` : 'ok'
}
const run = (world: Scene, text: string) => asOwner(server, text, [world.workspace])
/** Computes the chain and its head again, as an owner of the database would who has read this code. */
const recomputed = async ({ workspace }: Scene) => {
  let hash: Buffer = Buffer.alloc(32)
  let position = 0
  const items = readChain((work) => database.reading(workspace, work), { upTo: 1_000, upToSize: 0 })
  for await (const item of items) {
    if ('note' in item) continue
    position = item.row.position
    hash = chainHash(hash, item.row)
    await asOwner(server, 'update audit_row set hash = $3 where workspace_id = $1 and position = $2', [
      workspace,
      position,
      hash,
    ])
  }
  await asOwner(server, 'update ledger set audit_hash = $2, audit_position = $3 where workspace_id = $1', [
    workspace,
    hash,
    position,
  ])
}
const rowsGone = (where: string) => `delete from audit_row where workspace_id = $1 and ${where}`

test('an unchanged chain is valid, with its checkpoint', async () => {
  const world = await worldOf(5)
  expect(await parts.checkpoints.sign(world.workspace)).toBe('signed')
  await written(world, 2)
  const { body } = await world.owner.call(verifyAuditChain)
  expect(body).toMatchObject({ ok: true, rows: 7, checkpoints: 1, erased: 0, head: { position: 7 }, broken: null })
})

test.each([
  [
    'a column of a row',
    `update audit_row set action = 'project.read' where workspace_id = $1 and position = 3`,
    'row_changed 3',
  ],
  [
    'the actor',
    `update audit_row set actor_type = 'user', actor_id = 'x' where workspace_id = $1 and position = 1`,
    'row_changed 1',
  ],
  [
    'a row’s time by a millisecond',
    `update audit_row set occurred_at = occurred_at + interval '1 ms' where workspace_id = $1 and position = 3`,
    'row_changed 3',
  ],
  [
    'a row’s own hash',
    `update audit_row set hash = sha256('x') where workspace_id = $1 and position = 3`,
    'row_changed 3',
  ],
  [
    'the hash of details',
    `update audit_row set details_hash = sha256('x') where workspace_id = $1 and position = 3`,
    'row_changed 3',
  ],
  [
    'details',
    `update audit_row set details = '{"at": 99}' where workspace_id = $1 and position = 3`,
    'details_changed 3',
  ],
  ['a salt', `update audit_row set salt = sha256('x') where workspace_id = $1 and position = 3`, 'details_changed 3'],
  ['the head', `update ledger set audit_hash = sha256('x') where workspace_id = $1`, 'head_differs 6'],
  ['the head’s place', `update ledger set audit_position = 5 where workspace_id = $1`, 'row_inserted 6'],
  ['the head’s place beyond the end', `update ledger set audit_position = 9 where workspace_id = $1`, 'cut_off 7'],
])('changing %s is detected', async (_what, text, expected) => {
  const world = await worldOf(6)
  await run(world, text)
  expect(await found(world)).toBe(expected)
})

test('deleting rows is detected, in the middle, at the beginning and at the end', async () => {
  for (const [position, expected] of [
    [3, 'row_missing 3'],
    [1, 'row_missing 1'],
    [6, 'cut_off 6'],
  ] as const) {
    const world = await worldOf(6)
    await run(world, rowsGone(`position = ${position}`))
    expect(await found(world)).toBe(expected)
  }
})

test('blanking details without an erasure row is detected', async () => {
  const world = await worldOf(6)
  await run(
    world,
    `update audit_row set salt = null, details = null, erased_at = now() where workspace_id = $1 and position = 4`,
  )
  const { body } = await world.owner.call(verifyAuditChain)
  expect(body).toMatchObject({ ok: false, rows: 6, erased: 1, broken: { reason: 'erasure_unexplained', position: 4 } })
})

test('inserting and swapping rows is detected', async () => {
  const inserted = await worldOf(6)
  // Out of each other's way first: positions are unique at every moment.
  await run(inserted, 'update audit_row set position = position + 100 where workspace_id = $1 and position >= 3')
  await run(inserted, 'update audit_row set position = position - 99 where workspace_id = $1 and position > 100')
  await run(inserted, copyRow(1, 3))
  expect(await found(inserted)).toBe('row_inserted 3')

  const exchanged = await worldOf(6)
  for (const [from, to] of [
    [3, 100],
    [4, 3],
    [100, 4],
  ])
    await run(exchanged, `update audit_row set position = ${to} where workspace_id = $1 and position = ${from}`)
  expect(await found(exchanged)).toBe('rows_reordered 3')
})

test('recomputing the whole chain is detected by the checkpoint in the table', async () => {
  const world = await worldOf(6)
  await parts.checkpoints.sign(world.workspace)
  await run(world, `update audit_row set action = 'project.read' where workspace_id = $1 and position = 3`)
  await recomputed(world)
  expect(await found(world)).toBe('checkpoint_differs 6')
})

test('truncating the chain with its head is detected by the checkpoint in the table', async () => {
  const world = await worldOf(6)
  await parts.checkpoints.sign(world.workspace)
  await run(world, rowsGone('position > 4'))
  await recomputed(world)
  expect(await found(world)).toBe('cut_off 5')
})

test('recomputing or truncating with the checkpoints deleted is detected by a checkpoint kept elsewhere', async () => {
  const anew = (world: Scene) =>
    run(world, `update audit_row set action = 'project.read' where workspace_id = $1 and position = 3`)
  const cut = (world: Scene) => run(world, rowsGone('position > 4'))
  for (const [tamper, reason] of [
    [anew, 'checkpoint_differs 6'],
    [cut, 'cut_off 5'],
  ] as const) {
    const world = await worldOf(6)
    await parts.checkpoints.sign(world.workspace)
    const { body } = await world.owner.call(listAuditCheckpoints)
    await tamper(world)
    await recomputed(world)
    await run(world, 'delete from audit_checkpoint where workspace_id = $1')
    expect(await found(world)).toBe('ok')
    const items = readChain((work) => database.reading(world.workspace, work), { upTo: 1_000, upToSize: 1_000 })
    const verifiers = [verifierOf(body.publicKeys[0] as string)!]
    const terms = { origin: originOf(world.workspace), verifiers, kept: [body.checkpoints[0].note as string] }
    const { broken } = await verifyChain(items, terms)
    expect(`${broken?.reason} ${broken?.position}`).toBe(reason)
  }
})

test('a changed, moved or forged checkpoint is detected', async () => {
  for (const text of [
    `update audit_checkpoint set note = replace(note, E'\\n6\\n', E'\\n5\\n') where workspace_id = $1`,
    `update audit_checkpoint set note = replace(note, 'atelier/tree/', 'atelier/other/') where workspace_id = $1`,
    `update audit_checkpoint set note = repeat('x', 200) where workspace_id = $1`,
  ]) {
    const world = await worldOf(6)
    await parts.checkpoints.sign(world.workspace)
    await run(world, text)
    expect(await found(world)).toMatch(/^signature_wrong/)
  }
})

test('a chain head that does not follow from the signed one is never signed', async () => {
  const world = await worldOf(4)
  await parts.checkpoints.sign(world.workspace)
  expect(await parts.checkpoints.sign(world.workspace)).toBe('unchanged')
  await written(world, 2)
  await run(world, `update audit_row set action = 'project.read' where workspace_id = $1 and position = 5`)
  await recomputed(world)
  expect(await parts.checkpoints.sign(world.workspace)).toBe('signed')
  await written(world, 1)
  await run(world, `update audit_row set action = 'project.read' where workspace_id = $1 and position = 2`)
  await recomputed(world)
  expect(await parts.checkpoints.sign(world.workspace)).toBe('broken')
  expect(await world.rows('audit_checkpoint')).toHaveLength(2)
})

test('concurrent signers leave one checkpoint, while others write', async () => {
  const world = await worldOf(5)
  await Promise.all([...Array.from({ length: 10 }, () => parts.checkpoints.sign(world.workspace)), written(world, 10)])
  await parts.checkpoints.sign(world.workspace)
  expect(await found(world)).toBe('ok')
})
