import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resolvePendingRequest } from '../../domains/delivery/requests/contract.ts'
import { verifyAuditChain } from '../../domains/record/audit/contract.ts'
import { endOf } from '../delivery.ts'
import { createTestDatabase, databaseUrl, dropTestDatabase, testDatabase } from '../index.ts'
import { requestOf } from '../runs/requests.ts'
import { asOwner, leftIn } from './aftermath.ts'
import { inRoot } from './crash-scene.ts'
import { openGate, someoneAtGate } from './gate.ts'
import { startProcess } from './server-process.ts'

/**
 * Release 0.3.0 (commit 6faf33601) over a database of its own: a cycle is delivered, one waits for an approval, and the
 * process was killed while the command of a third ran. README.md beside the archive says how it was made.
 */
const archive = join(import.meta.dirname, '..', 'fixtures', 'releases', '0.3.0.tgz')
const server = databaseUrl((await testDatabase({ empty: true })).url, 'postgres')

interface CycleIds {
  readonly merged: string
  readonly waiting: string
  readonly requestId: string
  readonly building: string
  readonly draft: string
}

test('a database and a data folder of 0.3.0 are upgraded, and the runs in flight end', { timeout: 300_000 }, () =>
  inRoot(async (root) => {
    execFileSync('tar', ['-xzf', archive, '-C', root, '--no-same-owner'])
    const cycles = JSON.parse(await readFile(join(root, 'ids.json'), 'utf8')) as CycleIds
    const data = join(root, 'data')
    const name = await createTestDatabase(server, 'template0')
    const url = databaseUrl(server, name)
    try {
      await asOwner(url, async (query) => query(await readFile(join(root, 'dump.sql'), 'utf8')))
      const settings = {
        DATABASE_URL: url,
        SECRETS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
        ATELIER_DATABASE_CONNECTIONS: '4',
        ATELIER_LOG_LEVEL: 'warn',
      }
      const { owner, stop } = await startProcess(root, settings)
      const approve = async (id: string) =>
        expect(await owner.call(resolvePendingRequest, { id, body: { status: 'approved' } })).toMatchObject({
          status: 200,
        })
      await approve(cycles.requestId)
      expect(await endOf(owner, cycles.waiting)).toMatchObject({ cycle: { status: 'completed' } })
      await someoneAtGate(data)
      await openGate(data)
      await approve((await requestOf(owner, cycles.building)).id)
      expect(await endOf(owner, cycles.building)).toMatchObject({ cycle: { status: 'completed' } })
      expect(await owner.call(verifyAuditChain)).toMatchObject({ status: 200, body: { ok: true } })
      await stop()
      await asOwner(url, async (query) => {
        expect(await leftIn(query)).toEqual([])
        expect(await query('select status from cycle where id = any($1)', [[cycles.merged, cycles.draft]])).toEqual(
          expect.arrayContaining([{ status: 'completed' }, { status: 'draft' }]),
        )
      })
    } finally {
      await dropTestDatabase(server, name)
    }
  }),
)
