import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { getProjectRevisionHead } from '../../../domains/code/revisions/contract.ts'
import type * as Repositories from '../../../execution/repositories/index.ts'
import { syncing } from '../../../testing/cli/syncing.ts'
import { leakedToken } from '../../../testing/repositories/imports.ts'
import { testServer } from '../../../testing/server.ts'

// A command line whose rules find nothing: it knows fewer kinds of secrets than the server, whose scan is in a thread.
vi.mock('../../../execution/repositories/index.ts', async (importActual) => {
  const actual = await importActual<typeof Repositories>()
  const manifestOf: typeof actual.manifestOf = (gitDir, commitSha, options) =>
    actual.manifestOf(gitDir, commitSha, { ...options, findings: [] })
  return { ...actual, manifestOf }
})

const server = await testServer()

test('an older command line has the findings of a newer server reviewed, in an import and in a push', async () => {
  const { world, folder, projectId, one } = await syncing(server, { 'pay.ts': '1' })
  const findings = async (id: string) => {
    const { manifest } = (await world.owner.call(getProjectRevisionHead, { id })).body as {
      manifest: { findings: { path: string }[] }
    }
    return manifest.findings.map(({ path }) => path)
  }
  one.sample.write('pay.ts', `export const token = '${leakedToken}'\n`).commit('Leak')
  const stopped = await one.run('push', '--on-findings', 'stop')
  expect(stopped.failure).toMatchObject({ code: 'findings_present', details: { findings: [{ path: 'pay.ts' }] } })
  expect(await findings(projectId)).toEqual([])
  const pushed = await one.run('push')
  expect(pushed.document).toMatchObject({ outcome: 'pushed', generation: 2 })
  expect(pushed.said.join('\n')).toContain('The new commits hold 1 thing to review: pay.ts:1')
  expect(JSON.stringify(pushed)).not.toContain(leakedToken)
  expect(await findings(projectId)).toEqual(['pay.ts'])
  const unseen = await one.run('import', join(folder, 'one'), '--name', 'Again', '--no-protect')
  expect(unseen.failure).toMatchObject({ code: 'review_needed' })
  const imported = await one.run('import', join(folder, 'one'), '--name', 'Again', '--no-protect', '--yes')
  expect(await findings(String(imported.document.projectId))).toEqual(['pay.ts'])
})
