import { expect, test } from 'vitest'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import {
  headOf,
  nextBundle,
  finalizeRevision,
  headBundle,
  uploadedRevision,
} from '../../../../testing/repositories/revisions.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer()

test('revisions lists them with their lines, and go-back proposes a cycle to an earlier one', async () => {
  const { owner } = await scene(server)
  const id = await emptyProject(owner)
  const first = await headOf(owner, id)
  const next = await nextBundle(await headBundle(owner, id), { 'a.txt': 'one\ntwo\n' })
  expect((await finalizeRevision(owner, await uploadedRevision(owner, id, next))).status).toBe(201)
  const run = (...argv: string[]) => runCommand(server, owner, [...argv, '--project', id])
  const { printed } = await run('revisions')
  expect(printed).toHaveLength(2)
  expect(printed[0]).toMatch(/^ {4}2 {2}\S+ {2}[0-9a-f]{7} {2}\+2 -0 {2}upload$/)
  const { documents, printed: said } = await run('go-back', '1')
  expect(documents).toMatchObject([{ cycle: { restoresRevisionId: first.revisionId, status: 'draft' } }])
  const { cycle } = documents[0] as { readonly cycle: { readonly handle: string } }
  expect(said.join('\n')).toContain(cycle.handle)
  expect((await run('go-back', '2')).failure).toMatchObject({ code: 'revision_is_newest' })
  expect((await run('go-back', '7')).failure).toMatchObject({ code: 'no_revision' })
  expect((await run('go-back', 'last')).failure).toBeDefined()
})
