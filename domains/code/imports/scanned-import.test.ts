import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import type { Reply } from '../../../testing/caller.ts'
import {
  bundleType,
  declaredScan,
  finalize,
  importStatus,
  leakedToken,
  leakyFolder,
  scanSource,
  tarType,
  uploadBundle,
} from '../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { bundleOf, hashOf } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { createProjectImport, getProjectImportScan } from './contract.ts'
import { sweepImports } from './domain.ts'

const server = await testServer()
const stored = () => readdir(join(server.dataFolder, 'objects', 'imports')).catch(() => [] as string[])

describe('the parts of a scan that an import takes', () => {
  const scanned = async () => {
    const world = await scene(server)
    const bundle = await bundleOf({ 'a.txt': 'a' })
    return { world, bundle, reply: await scanSource(world.owner, bundle.bytes, bundleType) }
  }
  const id = (reply: Reply) => reply.body.id as string

  test('nothing of another person’s, who sees no such scan', async () => {
    const { world, reply } = await scanned()
    const { caller } = await world.join('owner')
    expectError(await unchanged(server, () => caller.call(getProjectImportScan, { id: id(reply) })), 404, 'not_found')
    const created = await caller.call(createProjectImport, { body: declaredScan(reply) })
    expect(created.body.status).toBe('accepting')
    expect(id(created)).not.toBe(id(reply))
  })

  test.runIf(isLong)('nothing of an expired scan, which is deleted with its bundle', async () => {
    const { world, reply } = await scanned()
    await asOwner(server, `update import_scan set expires_at = now() where id = $1`, [id(reply)])
    expectError(await world.owner.call(getProjectImportScan, { id: id(reply) }), 404, 'not_found')
    const created = await world.owner.call(createProjectImport, { body: declaredScan(reply) })
    expect(created.body.status).toBe('accepting')
    expect(await stored()).toContain(`${id(reply)}.bundle`)
    await sweepImports(server.parts, scheduledContext)
    await server.parts.removals.carryOut(scheduledContext)
    expect(await world.rows('import_scan')).toEqual([])
    expect(await stored()).not.toContain(`${id(reply)}.bundle`)
  })

  test.runIf(isLong).each(['bundleSha256', 'commitSha', 'bundleSize'])(
    'nothing if another %s is declared',
    async (field) => {
      const { world, reply } = await scanned()
      const other = { bundleSha256: 'f'.repeat(64), commitSha: 'f'.repeat(40), bundleSize: 1 }[field]
      const manifest = { ...(reply.body.manifest as object), ...(field === 'commitSha' && { commitSha: other }) }
      const manifestSha256 = hashOf(Buffer.from(canonicalize(manifest)!))
      const body = declaredScan(reply, { [field]: other, manifest, manifestSha256 })
      expect((await world.owner.call(createProjectImport, { body })).body.status).toBe('accepting')
      expect((await world.owner.call(getProjectImportScan, { id: id(reply) })).status).toBe(200)
    },
  )

  test.runIf(isLong)('no bundle whose bytes were swapped in between: it has to be uploaded', async () => {
    const { world, reply, bundle } = await scanned()
    const other = await bundleOf({ 'a.txt': 'swapped' })
    await writeFile(join(server.dataFolder, 'objects', 'imports', `${id(reply)}.bundle`), other.bytes)
    const created = await world.owner.call(createProjectImport, { body: declaredScan(reply) })
    expectError(await finalize(world.owner, id(created)), 409, 'bundle_missing')
    expect(await importStatus(world.owner, id(created))).toBe('accepting')
    await uploadBundle(world.owner, id(created), bundle.bytes)
    expect((await finalize(world.owner, id(created))).status).toBe(201)
  })

  test.runIf(isLong)('409 under abort_on_findings, with the masked value of each finding', async () => {
    const { owner } = await scene(server)
    const reply = await scanSource(owner, await leakyFolder(), tarType)
    const body = declaredScan(reply, { historyMode: 'abort_on_findings' })
    const created = await owner.call(createProjectImport, { body })
    const refused = await finalize(owner, id(created))
    expectError(refused, 409, 'findings_present')
    const [field, ...others] = refused.body.fields as { path: string; message: string; rule: string }[]
    expect(field).toMatchObject({ path: 'src/pay.ts', rule: 'github' })
    expect(field!.message).toContain(`line 1 of commit ${reply.body.commitSha as string}`)
    expect(field!.message).toContain('••••')
    expect(field!.message).not.toContain(leakedToken)
    expect(others).toEqual([])
  })
})
