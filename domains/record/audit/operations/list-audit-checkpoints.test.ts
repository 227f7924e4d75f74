import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { checkpointOf, openNote, verifierOf } from '../../../../platform/audit/note.ts'
import { growTree, leafHash } from '../../../../platform/audit/tree.ts'
import { wholeChain } from '../../../../testing/audit/audit-chain.ts'
import { writeAudit } from '../../../../testing/audit/audit-rows.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { listAuditCheckpoints } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { checkpoints } = server.parts

test('403 for a member, a client and a key restricted to projects', async () => {
  const at = await scene(server)
  const { caller } = await at.join('owner', { projectIds: [uuidv7()] })
  for (const one of [at.member, at.client, caller])
    expectError(await unchanged(server, () => one.call(listAuditCheckpoints)), 403, 'forbidden')
})

test('200 returns the key and the signed notes of the heads at their sizes', async () => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  for (const one of [at, neighbour, at]) {
    await writeAudit(server, one, {}, {})
    expect(await checkpoints.sign(one.workspace)).toBe('signed')
  }
  const { status, body } = await at.owner.call(listAuditCheckpoints)
  expect([status, body.origin, body.nextCursor]).toEqual([200, `atelier/tree/${at.workspace}`, null])
  const chain = (await wholeChain(server, at.workspace)) as unknown as { hash: Buffer }[]
  const verifier = verifierOf(body.publicKeys[0] as string)!
  const opened = (body.checkpoints as { size: number; note: string }[]).map(({ size, note }) => {
    const { text } = openNote(note, [verifier]) as { text: string }
    return [size, checkpointOf(text)]
  })
  expect(opened).toEqual(
    [4, 2].map((size) => [size, { origin: body.origin as string, size, root: rootOf(chain.slice(0, size)) }]),
  )
})

const rootOf = (rows: readonly { readonly hash: Buffer }[]) => {
  const tree = growTree()
  for (const { hash } of rows) tree.push(leafHash(hash))
  return tree.root()
}

test('200 page by page, newest first', async () => {
  const at = await scene(server)
  for (let size = 1; size <= 5; size += 1) {
    await writeAudit(server, at, {})
    await checkpoints.sign(at.workspace)
  }
  const seen: number[][] = []
  let cursor: string | null = null
  do {
    const { body } = await at.owner.call(listAuditCheckpoints, { query: { limit: 2, ...(cursor && { cursor }) } })
    seen.push((body.checkpoints as { size: number }[]).map(({ size }) => size))
    cursor = body.nextCursor as string | null
  } while (cursor)
  expect(seen).toEqual([[5, 4], [3, 2], [1]])
})

test('400 for an invalid cursor', async () => {
  const at = await scene(server)
  for (const cursor of ['nonsense', Buffer.from('size 0').toString('base64url'), ''])
    expectError(
      await unchanged(server, () => at.owner.call(listAuditCheckpoints, { query: { cursor } })),
      400,
      'invalid_request',
    )
})
