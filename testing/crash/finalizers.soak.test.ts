import { describe, expect, test } from 'vitest'
import { listProjects } from '../../domains/code/projects/contract.ts'
import { listProjectRevisions } from '../../domains/code/revisions/contract.ts'
import type { Caller } from '../caller.ts'
import { library } from '../delivery.ts'
import { finalize, uploadedImport } from '../repositories/imports.ts'
import { eventually } from '../jobs/world.ts'
import { bundleOf } from '../repository.ts'
import { finalizeRevision, headBundle, headOf, nextBundle, uploadedRevision } from '../repositories/revisions.ts'
import { embeddedUrl, inRoot } from './crash-scene.ts'
import { filesOf, processesOf } from './leftovers.ts'
import { startProcess } from './server-process.ts'
import { startFolder } from './start-folder.ts'
import { openTraps } from './traps.ts'

const settings = { ATELIER_LOG_LEVEL: 'warn' }

interface Work {
  readonly table: 'project_import' | 'revision_upload'
  /** Uploads, and gives how it is finalized. */
  prepare(owner: Caller, projectId: string): Promise<(owner: Caller) => ReturnType<typeof finalize>>
  /** How many projects there are in the end, and the revisions of the one that was finalized. */
  readonly projects: number
  readonly generations: readonly number[]
}

const works: readonly Work[] = [
  {
    table: 'project_import',
    prepare: async (owner) => {
      const id = await uploadedImport(owner, await bundleOf(library))
      return (at) => finalize(at, id)
    },
    projects: 2,
    generations: [1],
  },
  {
    table: 'revision_upload',
    prepare: async (owner, projectId) => {
      const next = await nextBundle(await headBundle(owner, projectId), { 'b.txt': 'b' })
      const upload = await uploadedRevision(owner, projectId, next)
      return (at) => finalizeRevision(at, upload)
    },
    projects: 1,
    generations: [2, 1],
  },
]

describe('a server that is killed between the ref and the row of a finalize', () => {
  const start = startFolder(settings)

  test.for(works)('$table: nothing shows before, and one finalize after it', (work) =>
    inRoot(async (root) => {
      start.copyTo(root)
      const killed = await startProcess(root, settings)
      const url = await embeddedUrl(root)
      const traps = await openTraps(url)
      const before = await headOf(killed.owner, start.projectId)
      const ask = await work.prepare(killed.owner, start.projectId)
      const trap = await traps.setFinalizer(work.table)
      const unanswered = ask(killed.owner).catch((error: Error) => error)
      await trap.sprung()
      await killed.kill()
      expect(await unanswered).toBeInstanceOf(Error)
      await trap.open()
      await traps.close()

      const second = await startProcess(root, settings)
      expect(await headOf(second.owner, start.projectId)).toEqual(before)
      expect((await second.owner.call(listProjects, {})).body).toHaveLength(1)
      // The claim of the dead process has to end first.
      const { body } = await eventually(async () => {
        const reply = await ask(second.owner)
        return reply.status === 201 && reply
      })
      expect(await ask(second.owner)).toMatchObject({ status: 200, body })
      const id = String(body.projectId)
      expect((await second.owner.call(listProjects, {})).body).toHaveLength(work.projects)
      const revisions = (await second.owner.call(listProjectRevisions, { id })).body as { generation: number }[]
      expect(revisions.map(({ generation }) => generation)).toEqual(work.generations)
      // It is refused while the branch is elsewhere.
      expect((await headBundle(second.owner, id)).commitSha).toBe(body.commitSha)
      await second.stop()
      expect(await processesOf(root, [killed.pid, second.pid])).toEqual([])
      expect(await filesOf(root)).toEqual([])
    }),
  )
})
