import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addClientAccountProject } from '../../../../domains/accounts/clients/contract/accounts.ts'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { makeAccount } from '../../../../testing/clients/portals.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { fileBlock, mergeUnverified, propose, runCycle } from '../../../../testing/delivery.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { isLong } from '../../../../testing/soak.ts'

const server = await testServer()

test.runIf(isLong)(
  'packages saves a bill of materials, finds the clients with a version, and records a notice',
  async () => {
    const at = await scene(server)
    const folder = await mkdtemp(join(tmpdir(), 'packages-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const run = (...words: string[]) => runCommand(server, at.owner, ['packages', ...words])
    const projectId = await mergeUnverified(at.owner, await emptyProject(at.owner))
    const lock = JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/lodash': { version: '4.17.20' } } })
    const cycleId = await propose(at.owner, projectId, fileBlock('package-lock.json', `${lock}\n`))
    expect((await runCycle(at.owner, cycleId)).cycle).toMatchObject({ status: 'completed' })
    await at.owner.call(addClientAccountProject, { id: await makeAccount(at), projectId })
    const bill = join(folder, 'bill.json')
    expect((await run('bill', cycleId, bill)).printed).toEqual([expect.stringMatching(/^Wrote .*bill\.json/)])
    expect(JSON.parse(await readFile(bill, 'utf8'))).toMatchObject({ components: [{ purl: 'pkg:npm/lodash@4.17.20' }] })

    const told = await run(
      'notice',
      'Globex',
      '--vulnerability',
      'CVE-1',
      '--note',
      'By phone',
      '--at',
      '2026-03-04T10:15:00Z',
    )
    expect(told.printed).toEqual(['Recorded: told of CVE-1 at 2026-03-04T10:15.'])
    const found = await run('affected', 'lodash', '--fixed', '4.17.21', '--vulnerability', 'CVE-1')
    expect(found.printed).toEqual([
      'Globex',
      expect.stringMatching(/^ {2}lodash 4\.17\.20 · \S+ .* · package-lock\.json · \d{4}-\d\d-\d\d · newest$/),
      '  told 2026-03-04T10:15: By phone',
    ])
    expect((await run('affected', 'lodash', '--fixed', '4.17.20')).printed).toEqual([
      'No delivery has an affected version, as far as lock files say it.',
    ])
    const record = join(folder, 'osv.json')
    await writeFile(record, JSON.stringify({ id: 'X', affected: [{ package: { ecosystem: 'Alpine', name: 'a' } }] }))
    expect((await run('affected', '--osv', record)).printed.at(-1)).toBe('Not looked for: Alpine: a')
  },
)

test('packages refuses a question without a package, and a file that is no record', async () => {
  const at = await scene(server)
  const run = (...words: string[]) => runCommand(server, at.owner, ['packages', ...words])
  expect((await run('affected')).failure).toMatchObject({ kind: 'usage' })
  expect((await run('affected', '--osv', '/no/such/file')).failure).toMatchObject({ kind: 'usage' })
  expect((await run('notice', 'Nobody', '--vulnerability', 'a', '--note', 'b')).failure).toMatchObject({
    code: 'no_client',
  })
})
