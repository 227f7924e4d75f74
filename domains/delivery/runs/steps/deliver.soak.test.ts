import { expect, test } from 'vitest'
import { fileBlock, library, mergeUnverified, propose, runCycle } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/leftovers.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { getProjectRevisionHead } from '../../../code/revisions/contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })

test('a one-sentence cycle ends in a checked, merged commit and a revision', async () => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  const id = await propose(owner, projectId, fileBlock('NOTES.md', 'Adds numbers.\n'))
  const { cycle, tasks } = await runCycle(owner, id)
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(tasks).toMatchObject([{ status: 'done', mergeSha: cycle.mergedSha as string }])
})

test('three concurrent cycles deliver three revisions, one after the other', async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf({ 'a.txt': 'one\n' }))
  await mergeUnverified(at.owner, projectId)
  const ids = await Promise.all(
    Array.from({ length: 3 }, (_, n) => propose(at.owner, projectId, fileBlock(`file-${n}.txt`, `${n}\n`))),
  )
  const ended = await Promise.all(ids.map((id) => runCycle(at.owner, id)))
  for (const { cycle } of ended) expect(cycle).toMatchObject({ status: 'completed', failure: null })
  const revisions = await at.rows('revision')
  expect(revisions.map(({ generation }) => Number(generation)).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 4 }, (_, n) => n + 1),
  )
  const { body: head } = await at.owner.call(getProjectRevisionHead, { id: projectId })
  expect(head.generation).toBe(4)
  const [repository] = await at.rows('repository')
  for (const { cycle } of ended)
    expect(
      await server.parts.repositories.isAncestor(
        String(repository!.id),
        cycle.mergedSha as string,
        head.commitSha as string,
      ),
    ).toBe(true)
  expect(await leftovers(server)).toEqual({})
})
