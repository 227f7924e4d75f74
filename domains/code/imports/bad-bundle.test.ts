import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  beginImport,
  importBlindly,
  finalize,
  handmade,
  importStatus,
  sealed,
  uploadBundle,
  uploadedImport,
} from '../../../testing/repositories/imports.ts'
import { expectError } from '../../../testing/refusals.ts'
import {
  bundleOf,
  bundleRepository,
  git,
  hashOf,
  inFolder,
  type Bundle,
  writeFiles,
} from '../../../testing/repository.ts'
import { getProjectImport } from './contract.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { stateOf } from '../../../testing/database-state.ts'
import { isLong } from '../../../testing/soak.ts'

const server = await testServer()

/** The rejection of a bundle by finalize; afterwards only the session exists, which has ended with the reason. */
const rejectionsOf = async (bundle: Bundle, change: Readonly<Record<string, unknown>> = {}) => {
  const world = await scene(server)
  const id = await beginImport(world.owner, bundle, change)
  const before = await settledState()
  expect((await uploadBundle(world.owner, id, bundle.bytes)).status).toBe(200)
  const reply = await finalize(world.owner, id)
  expectError(reply, 400, 'bundle_rejected')
  expect(Object.keys(reply.body).sort()).toEqual(['code', 'error', 'fields', 'requestId'])
  const after = await settledState()
  // The upload left its audit row on the chain, and the session its end; everything else is as it was.
  const moves = ['audit_row', 'ledger', 'project_import']
  for (const moved of moves) before.tables[moved] = after.tables[moved]!
  expect(after).toEqual(before)
  const session = await world.owner.call(getProjectImport, { id })
  const { code, error: message, fields } = reply.body
  expect(session.body).toMatchObject({ status: 'rejected', rejection: { code, message, fields } })
  return reply.body.fields as { path: string; message: string; rule: string }[]
}
const settledState = async () => {
  await server.parts.repositories.close()
  return stateOf(server)
}
const rulesOf = (rejections: { rule: string }[]) => rejections.map(({ rule }) => rule)

describe('400 for a damaged bundle', () => {
  const noise = (at: number) => String(Math.sin(at)).repeat(40)

  test.runIf(isLong)('whose pack is truncated or has a changed bit', async () => {
    const whole = await bundleOf({ 'a.txt': noise(1), 'b.txt': noise(2) })
    const flipped = Buffer.from(whole.bytes)
    flipped[flipped.length - 200]! ^= 4
    const cut = { ...importBlindly(whole.bytes.subarray(0, -100), whole.commitSha) }
    expect(rulesOf(await rejectionsOf(cut))).toEqual(['truncated'])
    const [rejection] = await rejectionsOf(importBlindly(flipped, whole.commitSha))
    expect(['corrupt', 'bad_object']).toContain(rejection?.rule)
  })
})

// Every other refusal of a bundle's content is tried on the repositories themselves:
// execution/repositories/bundles/bad-bundle.test.ts.

test('400 for a history with .git in a folder of an old commit, reported with its folder', async () => {
  const bundle = await handmade((sample) => {
    const inner = sample.tree(['100644', '.git', sample.object('blob', 'x')])
    const old = sample.commitTree(sample.tree(['40000', 'docs', inner]))
    return sample.commitTree(sample.tree(['100644', 'fine', sample.object('blob', 'x')]), old)
  })
  expect(await rejectionsOf(bundle)).toMatchObject([{ path: 'docs', rule: 'forbidden_path' }])
})

describe('400 for a bundle that does not match its declaration', () => {
  test('without the declared commit, or with another commit on the branch', async () => {
    const bundle = await bundleOf({ 'a.txt': 'a' })
    const rejections = await rejectionsOf(importBlindly(bundle.bytes, 'f'.repeat(40)))
    expect(rejections).toMatchObject([{ path: 'commitSha', rule: 'missing_commit' }])
  })

  test('without the declared branch', async () => {
    const bundle = await bundleOf({ 'a.txt': 'a' })
    const rejections = await rejectionsOf(bundle, { defaultBranch: 'trunk' })
    expect(rejections).toMatchObject([{ path: 'defaultBranch', rule: 'missing_branch' }])
  })
})

test.runIf(isLong)('201 for a bundle of a bare repository', async () => {
  const { bytes, commitSha, ...rest } = await bundleOf({ 'a.txt': 'a' })
  const bare = await inFolder(async (folder) => {
    await writeFile(join(folder, 'the.bundle'), bytes)
    git(folder, 'clone', '-q', '--bare', 'the.bundle', 'bare.git')
    git(join(folder, 'bare.git'), 'bundle', 'create', '-q', '../bare.bundle', '--all')
    return readFile(join(folder, 'bare.bundle'))
  })
  const { owner } = await scene(server)
  const id = await uploadedImport(owner, { ...rest, commitSha, bytes: bare, sha256: hashOf(bare) })
  expect(await finalize(owner, id)).toMatchObject({ status: 201, body: { commitSha } })
})

test('409 when the stored bundle is missing or damaged, and 201 after another upload', async () => {
  const world = await scene(server)
  const bundle = await bundleOf({ 'a.txt': 'a' })
  const id = await uploadedImport(world.owner, bundle)
  const stored = join(server.dataFolder, 'objects', 'imports', `${id}.bundle`)
  const damages = [
    () => Promise.resolve(execFileSync('truncate', ['-s', '-60', stored])),
    () => server.parts.removals.now([`imports/${id}.bundle`]),
  ]
  for (const damage of damages) {
    await damage()
    expectError(await finalize(world.owner, id), 409, 'bundle_missing')
    expect(await importStatus(world.owner, id)).toBe('accepting')
    expect((await uploadBundle(world.owner, id, bundle.bytes)).status).toBe(200)
  }
  expect((await finalize(world.owner, id)).status).toBe(201)
})

describe('a secret in the history', () => {
  // In pieces, so that no scan of this repository finds them here.
  const awsKey = ['AKIA', 'IOSFODNN7EXAMPLA'].join('')
  const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0a1B2c3D4e5F6g7H8'].join('_')
  const leaky = () =>
    inFolder(async (folder) => {
      git(folder, 'init', '-q', '-b', 'main')
      await writeFiles(folder, { 'config.py': `access_key = "${awsKey}"\n`, 'key.txt': `${token}\n` })
      git(folder, 'add', '-A')
      git(folder, 'commit', '-q', '-m', 'Oops')
      git(folder, 'rm', '-q', 'config.py', 'key.txt')
      await writeFiles(folder, { 'a.txt': 'clean' })
      git(folder, 'add', '-A')
      git(folder, 'commit', '-q', '-m', 'Gone')
      return bundleRepository(folder)
    })

  test('409 under abort_on_findings, with the places and without the secrets; 201 under preserve', async () => {
    const bundle = await leaky()
    const found = bundle.manifest.findings as { path: string; rule: string; line: number }[]
    expect(found.length).toBeGreaterThan(0)
    const world = await scene(server)
    const id = await uploadedImport(world.owner, bundle, { historyMode: 'abort_on_findings' })
    const reply = await finalize(world.owner, id)
    expectError(reply, 409, 'findings_present')
    expect(Object.keys(reply.body).sort()).toEqual(['code', 'error', 'fields', 'requestId'])
    expect((reply.body.fields as { path: string; rule: string }[]).map(({ path, rule }) => [path, rule])).toEqual(
      found.map(({ path, rule }) => [path, rule]),
    )
    for (const clear of [awsKey, token]) expect(JSON.stringify(reply.body)).not.toContain(clear)
    expect(await importStatus(world.owner, id)).toBe('rejected')
    expectError(await finalize(world.owner, id), 409, 'findings_present')
    expect(await world.rows('project')).toEqual([])
    expect((await finalize(world.owner, await uploadedImport(world.owner, bundle))).status).toBe(201)
  })

  test('400 for a manifest that omits it', async () => {
    const bundle = await leaky()
    const silent = { ...bundle, ...sealed({ ...bundle.manifest, findings: [] }) }
    expect(await rejectionsOf(silent, { historyMode: 'abort_on_findings' })).toMatchObject([
      { path: 'manifest.findings', rule: 'manifest_differs' },
    ])
  })
})
