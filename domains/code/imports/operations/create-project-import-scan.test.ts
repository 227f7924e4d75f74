import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { passRemovals } from '../../../../testing/objects/removals.ts'
import { isLong } from '../../../../testing/soak.ts'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import type { Reply } from '../../../../testing/caller.ts'
import {
  beginImport,
  bundleType,
  declaredScan,
  finalize,
  handmade,
  importStatus,
  leakedToken,
  leakyFolder,
  scanSource,
  tarType,
  uploadBundle,
} from '../../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { paxHeader, rawEntry, tarEnd, tarOf } from '../../../../testing/repositories/tar.ts'
import { bundleOf, hashOf } from '../../../../testing/repository.ts'
import { takeRequestSlots } from '../../../../testing/sandbox/request-slots.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { createProjectImport, createProjectImportScan, getProjectImportScan } from '../contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '3' })
const stored = () => readdir(join(server.dataFolder, 'objects', 'imports')).catch(() => [] as string[])

describe('201', () => {
  test.runIf(isLong)(
    'a folder becomes one commit, and its import is finalized with the answer, without another upload',
    async () => {
      const world = await scene(server)
      const { owner } = world
      const scanned = await scanSource(owner, await leakyFolder(), tarType)
      expect(scanned.status).toBe(201)
      const { body } = scanned
      expect(body).toMatchObject({
        source: 'folder',
        defaultBranch: 'main',
        protected: [{ path: '.env', reason: 'environment file' }],
        findings: [{ path: 'src/pay.ts', rule: 'github', commitSha: body.commitSha as string, line: 1 }],
        findingsTotal: 1,
        leftOut: [
          { path: '.git/', files: 1 },
          { path: 'dist/', reason: 'ignored by git', files: 1 },
          { path: 'out/', reason: 'a link that leads out of the folder', files: 1 },
        ],
        leftOutTotal: 3,
      })
      expect((body.findings as { masked: string }[])[0]!.masked).toMatch(/^••••/)
      expect(JSON.stringify(body)).not.toContain(leakedToken)
      expect(createHash('sha256').update(canonicalize(body.manifest)!).digest('hex')).toBe(body.manifestSha256)
      expect(Date.parse(body.expiresAt as string) - Date.parse(body.createdAt as string)).toBe(3_600_000)
      expect((await owner.call(getProjectImportScan, { id: body.id as string })).body).toEqual(body)

      const created = await owner.call(createProjectImport, { body: declaredScan(scanned) })
      expect(created).toMatchObject({ status: 201, body: { id: body.id as string, status: 'uploaded' } })
      const content = Buffer.from('STRIPE_KEY=1\n')
      const protectedFiles = [
        { path: '.env', mode: '100600', contentBase64: content.toString('base64'), sha256: hashOf(content) },
      ]
      const finalized = await finalize(owner, body.id as string, { protectedFiles })
      expect(finalized).toMatchObject({ status: 201, body: { commitSha: body.commitSha as string } })
      // The scan became the import: it is no scan any more, and its bundle goes.
      expectError(await owner.call(getProjectImportScan, { id: body.id as string }), 404, 'not_found')
      await passRemovals(server)
      expect(await stored()).toEqual([])
      const rows = await auditOf(server, world.workspace, body.id as string)
      expect(rows.map(({ action }) => action)).toEqual(['import.scan', 'import.create'])
    },
  )

  test.runIf(isLong)(
    'a bundle answers the manifest of the branch that is named, and a second import has to be uploaded',
    async () => {
      const { owner } = await scene(server)
      const bundle = await bundleOf({ 'a.txt': 'a' })
      const scanned = await scanSource(owner, bundle.bytes, bundleType)
      expect(scanned).toMatchObject({
        status: 201,
        body: {
          source: 'bundle',
          commitSha: bundle.commitSha,
          bundleSha256: bundle.sha256,
          manifestSha256: bundle.manifestSha256,
          manifest: bundle.manifest,
          findings: [],
          leftOut: [],
        },
      })
      expect(await scanSource(owner, bundle.bytes, bundleType, 'main')).toMatchObject({ status: 201 })
      const begin = () => owner.call(createProjectImport, { body: declaredScan(scanned) })
      const one = await begin()
      const two = await begin()
      const three = await begin()
      expect([one, two, three].map(({ body }) => body.status as string)).toEqual(['uploaded', 'uploaded', 'accepting'])
      expect((await finalize(owner, one.body.id as string)).status).toBe(201)
      expect((await uploadBundle(owner, three.body.id as string, bundle.bytes)).status).toBe(200)
      expect((await finalize(owner, three.body.id as string)).status).toBe(201)
    },
  )

  test.runIf(isLong)('the newest ten scans of a person are kept', async () => {
    const { owner, rows } = await scene(server)
    const bundle = await bundleOf({ 'a.txt': 'a' })
    const first = await scanSource(owner, bundle.bytes, bundleType)
    await asOwner(
      server,
      `insert into import_scan select gen_random_uuid(), workspace_id, user_id, source, default_branch, commit_sha,
         bundle_sha256, bundle_size_bytes, manifest, manifest_sha256, report, created_at + interval '1 second', expires_at
       from import_scan, generate_series(1, 9) where id = $1`,
      [first.body.id as string],
    )
    await scanSource(owner, bundle.bytes, bundleType)
    expect(await rows('import_scan')).toHaveLength(10)
    expectError(await owner.call(getProjectImportScan, { id: first.body.id as string }), 404, 'not_found')
    await passRemovals(server)
    expect(await stored()).not.toContain(`${first.body.id as string}.bundle`)
  })
})

describe('a refused scan leaves nothing', () => {
  const fine = rawEntry('fine', '0', Buffer.from('x'))
  const shared = scene(server)
  const refusal = async (bytes: Buffer, type: string, branch?: string) => {
    const { owner, rows } = await shared
    const before = await stored()
    const reply = await scanSource(owner, bytes, type, branch)
    expect([await stored(), await rows('import_scan')]).toEqual([before, []])
    return reply
  }
  const rulesOf = ({ body }: Reply) => (body.fields as { rule: string }[]).map(({ rule }) => rule)

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['nothing', () => Buffer.alloc(0), tarType],
    ['a few bytes', () => Buffer.from('hello'), bundleType],
    ['text', () => Buffer.from('hello '.repeat(200)), tarType],
    ['a compressed archive', () => Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(600, 7)]), tarType],
    ['a ZIP', () => Buffer.from('PK\u0003\u0004'.padEnd(600, 'x')), bundleType],
  ])('415 for %s', async (_title, bytes, type) => {
    expectError(await refusal(await bytes(), type), 415, 'not_a_bundle_or_tar')
  })

  test('415 for another media type', async () => {
    expectError(await unchanged(server, () => refusal(fine, 'application/gzip')), 415, 'unsupported_media_type')
  })

  test.runIf(isLong).each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['no file', () => tarEnd, 'empty'],
    [
      'a header of gigabytes',
      () => Buffer.concat([fine, rawEntry('x', 'x', Buffer.alloc(0), '77777777777\0')]),
      'too_large',
    ],
    ['its end missing', () => rawEntry('cut', '0', Buffer.alloc(2_000)).subarray(0, 1_000), 'truncated'],
    ['a damaged entry', () => Buffer.concat([fine, Buffer.alloc(512, 1)]), 'corrupt'],
    ['names that differ by case', () => tarOf({ Readme: '1', README: '2' }), 'case_clash'],
    [
      'a pointer to Git LFS',
      () => tarOf({ film: `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n` }),
      'lfs_pointer',
    ],
    [
      'a submodule that runs a program',
      () => tarOf({ '.gitmodules': '[submodule "a"]\n\tpath = a\n\turl = -u./x\n' }),
      'submodule',
    ],
  ])('400 for a folder with %s', async (_title, bytes, rule) => {
    const reply = await refusal(await bytes(), tarType)
    expectError(reply, 400, 'scan_rejected')
    expect(rulesOf(reply)).toEqual([rule])
  })

  test.runIf(isLong)('400 for a damaged bundle, a malicious one, and a branch that it does not have', async () => {
    const { bytes } = await bundleOf({ 'a.txt': 'a'.repeat(1_000) })
    expect(rulesOf(await refusal(bytes.subarray(0, -30), bundleType))).toEqual(['truncated'])
    expect(rulesOf(await refusal(bytes, bundleType, 'nope'))).toEqual(['missing_branch'])
    const evil = await handmade((sample) =>
      sample.commitTree(sample.tree(['100644', '.git', sample.object('blob', 'x')])),
    )
    expect(rulesOf(await refusal(evil.bytes, bundleType))).toEqual(['forbidden_path'])
  })

  test.runIf(isLong)(
    'paths that lead out, absolute names, NUL and newlines are named, and nothing of them is in the commit',
    async () => {
      const { owner } = await scene(server)
      const hostile = [
        rawEntry('../../etc/cron.d/x', '0', Buffer.from('x')),
        rawEntry('/etc/passwd', '0', Buffer.from('x')),
        paxHeader({ path: 'a\0b' }),
        rawEntry('short', '0', Buffer.from('x')),
        rawEntry('two\nlines', '0', Buffer.from('x')),
      ]
      const { status, body } = await scanSource(owner, Buffer.concat([...hostile, fine, tarEnd]), tarType)
      expect(status).toBe(201)
      const { files } = body.manifest as { files: { path: string }[] }
      expect(files.map(({ path }) => path)).toEqual(['fine', 'two\nlines'])
      expect((body.leftOut as { path: string }[]).map(({ path }) => path)).toEqual([
        '../../etc/cron.d/x',
        '/etc/passwd',
        'a\\u{00}b',
      ])
    },
  )

  test('503 where every sandbox is in use, with nothing kept', async () => {
    const { owner, workspace } = await scene(server)
    const giveBack = await takeRequestSlots(server, workspace)
    const { bytes } = await bundleOf({ 'a.txt': 'a' })
    const before = await stored()
    const reply = await scanSource(owner, bytes, bundleType)
    expect(reply).toMatchObject({ status: 503, body: { active: 2, limit: 2 } })
    expect(await stored()).toEqual(before)
    await giveBack()
  })
})

test('a sender that breaks off leaves nothing', async () => {
  const { owner, rows } = await scene(server)
  const id = await beginImport(owner, await bundleOf({ 'a.txt': 'a' }))
  const before = await stored()
  const stop = new AbortController()
  const sent = rawEntry('half', '0', Buffer.alloc(0), '00000100000\0')
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(sent)),
    cancel: () => undefined,
  })
  const sending = owner.open(
    createProjectImportScan,
    { headers: { 'content-type': tarType } },
    {
      body,
      signal: stop.signal,
      duplex: 'half',
    },
  )
  stop.abort()
  await expect(sending).rejects.toThrow()
  expect(await importStatus(owner, id)).toBe('accepting')
  expect(await rows('import_scan')).toEqual([])
  expect(await stored()).toEqual(before)
})
