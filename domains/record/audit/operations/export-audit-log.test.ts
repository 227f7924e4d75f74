import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { wholeChain } from '../../../../testing/audit/audit-chain.ts'
import { writeAudit } from '../../../../testing/audit/audit-rows.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { exportAuditLog } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('403 for a member, a client and a key restricted to projects', async () => {
  const at = await scene(server)
  const { caller } = await at.join('owner', { projectIds: [uuidv7()] })
  for (const one of [at.member, at.client, caller])
    expectError(await unchanged(server, () => one.call(exportAuditLog)), 403, 'forbidden')
})

test('200 exports the whole chain with its proofs, the row of the export last, and a checkpoint of all', async () => {
  const at = await scene(server)
  await writeAudit(
    server,
    at,
    ...Array.from({ length: 1_050 }, (_none, nth) => ({ details: { text: 'ü'.repeat(nth % 200) } })),
  )
  const response = await at.owner.open(exportAuditLog)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const chain = await wholeChain(server, at.workspace)
  expect(chain.at(-1)).toMatchObject({
    action: 'audit_log.export',
    category: 'export',
    severity: 'notice',
    resourceType: 'workspace',
  })
  expect(lines[0]).toMatchObject({
    format: 'atelier-audit',
    version: 1,
    workspaceId: at.workspace,
    head: { position: 1_051 },
  })
  expect(lines).toHaveLength(1_053)
  expect(lines.slice(1, -1).map(({ details }) => details)).toEqual(chain.map(({ details }) => details))
  expect(lines.at(-1)).toEqual({ note: expect.stringContaining('\n1051\n') as string })
})

test('200 for two exports at once, each with its own row', async () => {
  const at = await scene(server)
  const replies = await Promise.all([at.owner.open(exportAuditLog), at.owner.open(exportAuditLog)])
  await Promise.all(replies.map((reply) => reply.text()))
  expect((await wholeChain(server, at.workspace)).map(({ action }) => action)).toEqual([
    'audit_log.export',
    'audit_log.export',
  ])
})
