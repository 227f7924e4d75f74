import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { getProjectRevisionHead } from '../../../domains/code/revisions/contract.ts'
import { runCli } from '../../../testing/cli/run-cli.ts'
import { syncing } from '../../../testing/cli/syncing.ts'
import { leakedToken } from '../../../testing/repositories/imports.ts'
import { testServer } from '../../../testing/server.ts'

// A command line whose rules find nothing: it knows fewer kinds of secrets than the server.
const home = mkdtempSync(join(tmpdir(), 'cli-server-scan-'))
afterAll(() => rm(home, { recursive: true, force: true }))
const repositories = pathToFileURL(join(import.meta.dirname, '../../../execution/repositories/index.ts')).href
const blind = join(home, 'repositories.mjs')
const hooks = join(home, 'hooks.mjs')
writeFileSync(
  blind,
  `import { manifestOf as scan } from '${repositories}'
  export * from '${repositories}'
  export const manifestOf = (gitDir, commitSha, options) => scan(gitDir, commitSha, { ...options, findings: [] })`,
)
writeFileSync(
  hooks,
  `import { registerHooks } from 'node:module'
  registerHooks({ resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    const isOfCommandLine = context.parentURL?.includes('/apps/cli/') && found.url === '${repositories}'
    return isOfCommandLine ? { ...found, url: '${pathToFileURL(blind).href}', format: 'module' } : found
  } })`,
)

const server = await testServer()

test('an older command line has the findings of a newer server reviewed, in an import and in a push', async () => {
  const { world, folder, projectId, one } = await syncing(server, { 'pay.ts': '1' })
  const run = async (...words: string[]) => {
    const ran = await runCli([...words, '--json'], one.sample.path, {
      ATELIER_URL: server.baseUrl,
      ATELIER_API_KEY: world.owner.key,
      HOME: home,
      NODE_OPTIONS: `--import=${pathToFileURL(hooks).href}`,
    })
    return { ...ran, document: JSON.parse(ran.stdout) as Record<string, unknown> }
  }
  const findings = async (id: string) => {
    const { manifest } = (await world.owner.call(getProjectRevisionHead, { id })).body as {
      manifest: { findings: { path: string }[] }
    }
    return manifest.findings.map(({ path }) => path)
  }
  one.sample.write('pay.ts', `export const token = '${leakedToken}'\n`).commit('Leak')
  const stopped = await run('push', '--on-findings', 'stop')
  expect(stopped.document).toMatchObject({ error: { code: 'findings_present', findings: [{ path: 'pay.ts' }] } })
  expect(await findings(projectId)).toEqual([])
  const pushed = await run('push')
  expect(pushed.document).toMatchObject({ outcome: 'pushed', generation: 2 })
  expect(pushed.stderr).toContain('The new commits hold 1 thing to review: pay.ts:1')
  expect(JSON.stringify(pushed)).not.toContain(leakedToken)
  expect(await findings(projectId)).toEqual(['pay.ts'])
  const again = ['import', join(folder, 'one'), '--name', 'Again', '--no-protect']
  const unseen = await run(...again)
  expect(unseen.document).toMatchObject({ error: { code: 'review_needed' } })
  const imported = await run(...again, '--yes')
  expect(await findings(String(imported.document.projectId))).toEqual(['pay.ts'])
})
