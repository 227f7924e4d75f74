import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { scene } from '../../testing/scene.ts'
import { asOwner } from '../../testing/database-state.ts'
import { readChainState, checkpointsBefore, chainPage, insertCheckpoint } from './store.ts'
import { checkpointOf, signCheckpoint, chainOriginOf, originOf } from './note.ts'
import { eraseDetails, openCheckpoints, record, type ReadTransaction } from './index.ts'
import { storedSubtrees } from './store-tree.ts'
import { newSigner } from '../../testing/audit/made-chain.ts'
import { growTree, isConsistent, isIncluded, leafHash, proveConsistency, proveInclusion } from './tree.ts'

const { url, database } = await testDatabase()
const signer = newSigner()
const failures: object[] = []
const log = { info: () => undefined, error: (fields: object) => void failures.push(fields) }
const checkpoints = openCheckpoints(database, { signer, publicKeys: [signer.publicKey] }, log)

const newLog = async () => {
  const { workspace } = await scene({ baseUrl: 'http://127.0.0.1', database })
  const read: ReadTransaction = (work) => database.reading(workspace, work)
  return {
    workspace,
    read,
    write: (rows: number) =>
      database.within(workspace, async (tx) => {
        for (let at = 0; at < rows; at += 1)
          record(tx, {
            action: 'project.update',
            category: 'update',
            outcome: 'success',
            source: 'internal',
            actor: { type: 'system', id: null },
            resource: ['project', uuidv7()],
            details: { at },
          })
      }),
    leaves: async () => {
      const rows = await read((tx) => chainPage(tx, { after: 0, upTo: 1e6, limit: 1e6 }))
      return rows.map(({ hash }) => leafHash(hash))
    },
    newest: async () => {
      const [row] = await read((tx) => checkpointsBefore(tx, { before: Number.MAX_SAFE_INTEGER, limit: 1 }))
      return checkpointOf(`${row!.note.split('\n\n')[0]!}\n`)!
    },
    tamper: (text: string) => asOwner({ databaseUrl: url }, text, [workspace]),
    sign: () => checkpoints.sign(workspace),
    verify: async () => {
      const { ok, broken } = await checkpoints.verify(workspace, read)
      return ok ? 'ok' : `${broken!.reason} ${broken!.position}`
    },
  }
}
const rootOf = (leaves: readonly Buffer[]) => {
  const tree = growTree()
  for (const leaf of leaves) tree.push(leaf)
  return tree.root()
}

test('a head is signed with the root of the tree, for any steps in which the log grew', async () => {
  const grown = await newLog()
  for (const rows of [1, 3, 251, 1, 1, 255, 256, 300]) {
    await grown.write(rows)
    expect(await grown.sign()).toBe('signed')
    const { origin, size, root } = await grown.newest()
    const leaves = await grown.leaves()
    expect([origin, size, root]).toEqual([originOf(grown.workspace), leaves.length, rootOf(leaves)])
  }
  expect([await grown.sign(), await grown.verify()]).toEqual(['unchanged', 'ok'])
  const stored = await grown.tamper(
    'select level, tile, length(hashes) as bytes from audit_tree where workspace_id = $1',
  )
  expect(stored).toEqual([{ level: 1, tile: '0', bytes: Math.floor(1_068 / 256) * 32 }])
})

test('inclusion and consistency proofs come from the stored tree without reading neighbouring rows', async () => {
  const { write, sign, newest, leaves, read } = await newLog()
  await write(700)
  await sign()
  const first = await newest()
  await write(123)
  await sign()
  const second = await newest()
  const find = storedSubtrees(read)
  const hashes = await leaves()
  for (const index of [0, 255, 256, 511, 640, 699, 700, 822]) {
    const path = await proveInclusion(index, second.size, find)
    expect(isIncluded({ index, size: second.size, leaf: hashes[index]!, root: second.root }, path)).toBe(true)
  }
  const proof = await proveConsistency(first.size, second.size, find)
  const grown = { from: first.size, fromRoot: first.root, size: second.size, root: second.root }
  expect(isConsistent(grown, proof)).toBe(true)
  await expect(find(8, 9)).rejects.toThrow('no subtree 9 of height 8')
})

test('a changed or lost tree is rebuilt from valid rows', async () => {
  for (const text of [
    'delete from audit_tree where workspace_id = $1',
    `update audit_tree set hashes = substring(hashes from 1 for 32) || sha256('x') where workspace_id = $1`,
  ]) {
    const at = await newLog()
    await at.write(600)
    await at.sign()
    await at.tamper(text)
    await at.write(1)
    expect(await at.sign()).toBe('signed')
    expect((await at.newest()).root).toEqual(rootOf(await at.leaves()))
    expect(await proveInclusion(3, 601, storedSubtrees(at.read))).toHaveLength(10)
    expect(await at.verify()).toBe('ok')
  }
})

test('rows changed behind a signed head are not signed again', async () => {
  const at = await newLog()
  await at.write(300)
  await at.sign()
  await at.tamper(`update audit_row set hash = sha256('x') where workspace_id = $1 and position = 299`)
  await at.write(5)
  failures.length = 0
  expect(await at.sign()).toBe('broken')
  expect(failures).toMatchObject([{ reason: 'row_changed', position: 299 }])
})

test('a log with a head signed before the tree existed continues with the tree', async () => {
  const at = await newLog()
  await at.write(10)
  await database.within(at.workspace, async (tx) => {
    const { hash } = await readChainState(tx)
    await insertCheckpoint(
      tx,
      10,
      signCheckpoint({ origin: chainOriginOf(originOf(at.workspace)), size: 10, root: hash }, signer),
    )
  })
  expect([await at.sign(), await at.verify()]).toEqual(['unchanged', 'ok'])
  await at.write(2)
  expect([await at.sign(), await at.verify()]).toEqual(['signed', 'ok'])
  expect((await at.newest()).root).toEqual(rootOf(await at.leaves()))
})

test('an erasure names its rows and stays verifiable while the log is signed and verified', async () => {
  const at = await newLog()
  await at.write(8)
  await at.sign()
  const erase = (isMeant: (position: number) => boolean) =>
    database.within(at.workspace, (tx) =>
      eraseDetails(tx, ({ details }) => isMeant((details as { at?: number }).at ?? 0)),
    )
  expect(await erase((nth) => nth % 3 === 0)).toBe(3)
  expect(
    await at.tamper(`select position::int, details from audit_row where action = 'audit.erase' and workspace_id = $1`),
  ).toEqual([{ position: 9, details: { positions: [1, 4, 7] } }])
  expect([await at.sign(), await at.verify()]).toEqual(['signed', 'ok'])
  expect(await erase(() => true)).toBe(5)
  expect(await at.verify()).toBe('ok')
  await at.tamper(
    `update audit_row set salt = null, details = null, erased_at = now() where workspace_id = $1 and position = 9`,
  )
  expect(await at.verify()).toBe('erasure_unexplained 1')
})

test('an erasure during a verification is explained by a row after the head at its start', async () => {
  const at = await newLog()
  await at.write(4)
  let reads = 0
  const { ok, erased } = await checkpoints.verify(at.workspace, async (work) => {
    reads += 1
    const found = await at.read(work)
    if (reads === 1) await database.within(at.workspace, (tx) => eraseDetails(tx, () => true))
    return found
  })
  expect([ok, erased]).toEqual([true, 4])
})
