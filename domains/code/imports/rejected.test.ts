import { expect, test } from 'vitest'
import { importBlindly, finalize, uploadBundle, uploadedImport } from '../../../testing/repositories/imports.ts'
import { expectError } from '../../../testing/refusals.ts'
import { bundleOf, importBody } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { createProjectImport } from './contract.ts'

const server = await testServer()

test('a rejected import returns its reason to the same payload, and 409 to another', async () => {
  const world = await scene(server)
  const { bytes } = await bundleOf({ 'a.txt': 'a' })
  const body = importBody(importBlindly(bytes, 'f'.repeat(40)))
  const { id } = (await world.owner.call(createProjectImport, { body })).body
  await uploadBundle(world.owner, id as string, bytes)
  const refused = await finalize(world.owner, id as string)
  const again = await world.owner.call(createProjectImport, { body })
  expect(again).toMatchObject({ status: 200, body: { id, status: 'rejected' } })
  expect(again.body.rejection).toMatchObject({ code: 'bundle_rejected', fields: refused.body.fields })
  expect(again.body.rejection).toMatchObject({ message: expect.stringContaining('with a new idempotency key') })
  const other = await world.owner.call(createProjectImport, { body: { ...body, stack: 'other' } })
  expectError(other, 409, 'idempotency_key_reused')
})

test('a rejected import refuses uploads, and repeats its answer to a finalize', async () => {
  const world = await scene(server)
  const { bytes } = await bundleOf({ 'a.txt': 'a' })
  const id = await uploadedImport(world.owner, importBlindly(bytes, 'f'.repeat(40)))
  const first = await finalize(world.owner, id)
  expectError(await uploadBundle(world.owner, id, bytes), 409, 'import_closed')
  const second = await finalize(world.owner, id)
  expectError(second, 400, 'bundle_rejected', first.body.fields)
  expect(await world.rows('project')).toEqual([])
})
