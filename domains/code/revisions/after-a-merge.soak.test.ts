import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fileBlock, library, propose, runCycle, mergeProse } from '../../../testing/delivery.ts'
import { sealed } from '../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { bundleOf, git, importProject, inFolder } from '../../../testing/repository.ts'
import { finalizeRevision, headBundle, nextBundle, uploadedRevision } from '../../../testing/repositories/revisions.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getProject } from '../projects/contract.ts'
import { downloadProjectRevisionBundle, getProjectRevisionHead } from './contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '8' })

test('a merge makes the next head: with its manifest and its whole bundle, and for no upload or download of the old one', async () => {
  const { owner } = await scene(server)
  await mergeProse(owner)
  const { projectId: id, revisionId } = await importProject(owner, await bundleOf(library))
  const before = await headBundle(owner, id)
  const upload = await uploadedRevision(owner, id, await nextBundle(before, { 'mine.txt': 'm' }))
  await runCycle(owner, await propose(owner, id, fileBlock('NOTES.md', 'Adds numbers.\n')))

  const { body: head } = await owner.call(getProjectRevisionHead, { id })
  expect(head).toMatchObject({ generation: 2, source: 'merge', branch: 'main' })
  expect(head.revisionId).not.toBe(revisionId)
  expect((head.manifest.files as { path: string }[]).map(({ path }) => path)).toContain('NOTES.md')
  expect(sealed(head.manifest as Record<string, unknown>).manifestSha256).toBe(head.manifestSha256)
  expect((await owner.call(getProject, { id })).body.project.headRevisionId).toBe(head.revisionId)

  const merged = await headBundle(owner, id)
  await inFolder(async (folder) => {
    await writeFile(join(folder, 'the.bundle'), merged.bytes)
    git(folder, 'clone', '-q', '--mirror', 'the.bundle', 'clone.git')
    const clone = join(folder, 'clone.git')
    git(clone, 'fsck', '--strict', '--full')
    expect(git(clone, 'rev-parse', 'HEAD').trim()).toBe(head.commitSha)
    const refs = git(clone, 'for-each-ref', '--format=%(objectname) %(refname)')
    expect(refs.trim()).toBe(`${head.commitSha as string} refs/heads/main`)
  })
  const old = () => owner.call(downloadProjectRevisionBundle, { id, revisionId })
  expectError(await unchanged(server, old), 404, 'revision_not_head')

  expectError(await unchanged(server, () => finalizeRevision(owner, upload)), 409, 'revision_moved')
  const mine = await nextBundle(merged, { 'mine.txt': 'm' })
  const { status, body } = await finalizeRevision(owner, await uploadedRevision(owner, id, mine))
  expect([status, body.generation]).toEqual([201, 3])
})
