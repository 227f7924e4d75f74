import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import type { Caller } from '../../../testing/caller.ts'
import { beginImport, finalize, importStatus, uploadBundle } from '../../../testing/repositories/imports.ts'
import { expectError } from '../../../testing/refusals.ts'
import { bundleOf } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getProjectImportUpload } from './contract.ts'

const server = await testServer()
const bundle = await bundleOf({ 'a.txt': 'a', 'noise.bin': randomBytes(900_000) })

const sending = ({ key }: Caller, id: string, offset: number) => {
  const headers = {
    'x-api-key': key!,
    'content-type': 'application/x-git-bundle',
    'upload-offset': offset,
    'upload-complete': '?1',
    'content-length': bundle.bytes.length - offset,
  }
  const made = request(new URL(`/v1/api/imports/${id}/bundle`, server.baseUrl), { method: 'PUT', headers })
  return made.on('error', () => undefined)
}

/** The answer of HEAD: the received bytes, and whether they are all. */
const progress = async ({ key }: Caller, id: string) => {
  const asked = request(new URL(`/v1/api/imports/${id}/bundle`, server.baseUrl), {
    method: 'HEAD',
    headers: { 'x-api-key': key! },
  }).end()
  const [{ statusCode, headers }] = (await once(asked, 'response')) as [IncomingMessage]
  return { statusCode, offset: Number(headers['upload-offset']), complete: headers['upload-complete'] }
}

const whenArrived = async (caller: Caller, id: string, bytes: number) => {
  while ((await progress(caller, id)).offset < bytes);
}

test('an upload whose connection breaks resumes at its offset, and finalizes', async () => {
  const { owner } = await scene(server)
  const id = await beginImport(owner, bundle)
  expect(await progress(owner, id)).toEqual({ statusCode: 200, offset: 0, complete: '?0' })
  for (const until of [100_000, 300_000, 301_000, 600_000]) {
    const { offset } = await progress(owner, id)
    const cut = sending(owner, id, offset)
    cut.write(bundle.bytes.subarray(offset, until))
    await whenArrived(owner, id, until)
    cut.destroy()
    expect(await importStatus(owner, id)).toBe('accepting')
  }
  const rest = await uploadBundle(owner, id, bundle.bytes.subarray(600_000), { 'upload-offset': '600000' })
  expect([rest.status, rest.body.status, rest.headers.get('upload-complete')]).toEqual([200, 'uploaded', '?1'])
  expect(await progress(owner, id)).toEqual({ statusCode: 200, offset: bundle.bytes.length, complete: '?1' })
  expect((await finalize(owner, id)).status).toBe(201)
})

test('409 for another offset, with the right one; 400 for invalid fields, and for other bytes', async () => {
  const { owner } = await scene(server)
  const id = await beginImport(owner, bundle)
  const cut = sending(owner, id, 0)
  cut.write(bundle.bytes.subarray(0, 50_000))
  await whenArrived(owner, id, 50_000)
  cut.destroy()
  for (const offset of [49_999, 50_001]) {
    const reply = await uploadBundle(owner, id, bundle.bytes.subarray(offset), { 'upload-offset': String(offset) })
    expectError(reply, 409, 'upload_offset')
    expect([reply.body.offset, reply.headers.get('upload-offset')]).toEqual([50_000, '50000'])
  }
  const nonsense = [{ 'upload-offset': '-1' }, { 'upload-offset': 'x' }, { 'upload-complete': '?0' }]
  for (const headers of nonsense)
    expectError(await uploadBundle(owner, id, bundle.bytes, headers as never), 400, 'invalid_request')
  const wrong = Buffer.from(bundle.bytes.subarray(50_000)).fill(0, 10, 20)
  const reply = await uploadBundle(owner, id, wrong, { 'upload-offset': '50000' })
  expectError(reply, 400, 'bundle_mismatch')
  expect((await progress(owner, id)).offset).toBe(0)
  expect((await uploadBundle(owner, id, bundle.bytes)).status).toBe(200)
})

test('the later of two concurrent senders takes over, and the upload is whole', async () => {
  const { owner } = await scene(server)
  const id = await beginImport(owner, bundle)
  const first = sending(owner, id, 0)
  const ended = once(first, 'response') as Promise<[IncomingMessage]>
  first.write(bundle.bytes.subarray(0, 200_000))
  await whenArrived(owner, id, 200_000)
  const second = await uploadBundle(owner, id, bundle.bytes.subarray(200_000), { 'upload-offset': '200000' })
  expect(second.status).toBe(200)
  first.end(bundle.bytes.subarray(200_000))
  const [response] = await ended
  response.resume()
  expect(response.statusCode).toBe(409)
  expect((await finalize(owner, id)).status).toBe(201)
})

test('404 for the progress of another person’s import', async () => {
  const { owner, member } = await scene(server)
  const id = await beginImport(owner, bundle)
  expectError(await member.call(getProjectImportUpload, { id }), 404, 'not_found')
  expect((await progress(member, id)).statusCode).toBe(404)
})
