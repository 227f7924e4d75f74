import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { rowTextAroundPosition, chainHash, emptyHead } from './chain.ts'
import { rowOf, type AuditEntry, type UnnumberedRow } from './row.ts'
import { appendAudit, chainPage, openLedger } from './store.ts'
import { madeChain } from '../../testing/audit/made-chain.ts'

const { database } = await testDatabase()

const shuffled = <Value extends object>(value: Value) =>
  fc
    .shuffledSubarray(Object.entries(value), { minLength: Object.keys(value).length })
    .map((entries) => Object.fromEntries(entries) as Value)

const entry: AuditEntry = {
  action: 'project.update',
  category: 'update',
  outcome: 'success',
  source: 'api',
  actor: { type: 'user', id: 'somebody' },
  details: { name: 'b', other: { z: 1, a: [2] } },
}

test('the hash of a row does not depend on the order of its fields', () => {
  const { row } = madeChain(1)[0]!
  fc.assert(
    fc.property(shuffled(row), (turned) => {
      expect(chainHash(emptyHead, turned)).toEqual(chainHash(emptyHead, row))
      expect(rowTextAroundPosition(turned)).toEqual(rowTextAroundPosition(row))
    }),
  )
})

test('writing and chaining a row does not depend on the order of its fields', async () => {
  const workspace = uuidv7()
  const { row, salt, details } = rowOf(workspace, new Date(), entry)
  const turns = fc.sample(shuffled<UnnumberedRow>(row), 5).map((turned) => ({ ...turned, id: uuidv7() }))
  await database.identity((tx) =>
    tx.query({ text: `insert into workspace (id, name) values ('${workspace}', 'w')`, values: [] }),
  )
  const stored = await database.within(workspace, async (tx) => {
    await openLedger(tx, { workspaceId: workspace, emptyHead })
    for (const turned of turns) await appendAudit(tx, turned, rowTextAroundPosition(turned), salt, details)
    return chainPage(tx, { after: 0, upTo: turns.length, limit: turns.length })
  })
  let head: Buffer = emptyHead
  for (const [at, item] of stored.entries()) {
    expect(item.row).toEqual({ ...row, id: turns[at]!.id, position: at + 1 })
    head = chainHash(head, item.row)
    expect(item.hash).toEqual(head)
  }
  expect(stored).toHaveLength(turns.length)
})
