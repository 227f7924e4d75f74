import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyAuditChain } from '../../domains/record/audit/contract.ts'
import { runCli } from '../cli/run-cli.ts'
import { endOf, fileBlock, propose, runCycle } from '../delivery.ts'
import { aftermathOf, wholeAfter } from './aftermath.ts'
import { beginCycle, checkGatedAt, embeddedUrl, inRoot } from './crash-scene.ts'
import { openGate, someoneAtGate } from './gate.ts'
import { startProcess } from './server-process.ts'
import { checkBy, startFolder } from './start-folder.ts'

const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

test('a backup made in the middle of a delivery is restored, and the delivery continues there', () =>
  inRoot(async (root) => {
    start.copyTo(root)
    const { projectId } = start
    const server = await startProcess(root, settings)
    await checkBy(server.owner, projectId, checkGatedAt('build-task'))
    const cycleId = await beginCycle(server.owner, projectId, 'build-task')
    await someoneAtGate(join(root, 'data'))
    const backup = join(root, 'monday')
    const keys = join(root, 'keys')
    const cli = (data: string, ...words: string[]) => runCli(words, root, { ATELIER_DATA: data })
    const made = await cli(join(root, 'data'), 'backup', backup, '--keys', keys)
    expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Keep it apart') as string })
    await openGate(join(root, 'data'))
    await endOf(server.owner, cycleId)
    await server.stop()
    expect(await readFile(join(backup, 'SHA256SUMS'), 'utf8')).not.toMatch(/secrets\.key|owner\.json|postmaster/)
    expect((await stat(join(keys, 'secrets.key'))).mode & 0o777).toBe(0o600)

    await inRoot(async (second) => {
      const data = join(second, 'data')
      const restored = await cli(data, '--json', 'restore', backup, '--keys', keys)
      expect(restored).toMatchObject({ exitCode: 0 })
      expect(JSON.parse(restored.stdout)).toMatchObject({ projects: 1, missing: [] })
      await goesOn(second, projectId, cycleId)
    })
  }))

const goesOn = async (root: string, projectId: string, cycleId: string) => {
  const data = join(root, 'data')
  const server = await startProcess(root, settings)
  await someoneAtGate(data)
  await openGate(data)
  await endOf(server.owner, cycleId)
  expect(await aftermathOf(await embeddedUrl(root), data, cycleId)).toEqual(wholeAfter('build-task'))
  const next = await propose(server.owner, projectId, fileBlock('MORE.md', 'More.\n'))
  expect((await runCycle(server.owner, next)).cycle).toMatchObject({ status: 'completed' })
  expect(await server.owner.call(verifyAuditChain)).toMatchObject({ status: 200, body: { ok: true } })
  await server.stop()
}
