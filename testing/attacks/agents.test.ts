import { expect, test } from 'vitest'
import { isLong } from '../soak.ts'
import { fileBlock, library, mergeUnverified, propose, runCycle } from '../delivery.ts'
import { leftovers } from '../runner/leftovers.ts'
import { bundleOf, importProject } from '../repository.ts'
import { longSleep } from '../sandbox/conformance-scene.ts'
import { processesWith } from '../sandbox/processes-with.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'

const server = await testServer({
  ATELIER_SANDBOX_LIMIT: '6',
  ATELIER_SANDBOX_DISK_MIB: '32',
  ATELIER_SANDBOX_FILE_MIB: '16',
  ATELIER_SANDBOX_OUTPUT_MIB: '1',
  ATELIER_SANDBOX_PROCESSES: '64',
})
const time = longSleep()
const command = (text: string) => `\`\`\`run\n${text}\n\`\`\`\n`

const wrong = [
  [
    'fills the disk with files',
    'i=0; while [ $i -lt 300 ]; do head -c 1000000 /dev/zero > f$i; i=$((i+1)); done; sleep 60',
    { code: 'crashed', message: expect.stringContaining("at the sandbox's disk limit") as string },
  ],
  [
    'writes ten gigabytes into one file',
    'head -c 10G /dev/zero > big || { echo refused; exit 3; }',
    { code: 'gave_up', log: expect.stringMatching(/refused/) as string },
  ],
  [
    'prints without an end',
    'yes flood',
    { code: 'gave_up', log: expect.stringContaining('it printed more than 1 MiB') as string },
  ],
  [
    'starts processes without an end',
    `perl -e 'while (1) { defined(my $p = fork) or die "no fork"; $p or exec "sleep", "${time}" }'`,
    { code: 'gave_up', log: expect.stringContaining('no fork') as string },
  ],
] as const

test.runIf(isLong)(
  'agents that fill the disk, print, or fork without an end fail with the reason of their stop, and disturb no run beside them',
  async () => {
    const { owner } = await scene(server)
    const { projectId } = await importProject(owner, await bundleOf(library))
    await mergeUnverified(owner, projectId, { planning: { tasksAtOnce: wrong.length + 1 } })
    const run = async (description: string) => runCycle(owner, await propose(owner, projectId, description))
    const [honest, ...ended] = await Promise.all([
      run(fileBlock('NOTES.md', 'Adds numbers.\n')),
      ...wrong.map(([, script]) => run(command(script))),
    ])
    expect(honest.cycle).toMatchObject({ status: 'completed', failure: null })
    for (const [at, [how, , failure]] of wrong.entries())
      expect([how, ended[at]!.cycle]).toMatchObject([how, { status: 'failed', mergedSha: null, failure }])
    expect(await processesWith(time)).toEqual([])
    expect(await leftovers(server)).toEqual({})
  },
)

test.runIf(isLong)('an agent that sleeps fails as stalled, with its last sign of life', async () => {
  const { owner } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  Object.assign(server.parts.agentLimits, { stallMs: 500 })
  const { cycle } = await runCycle(owner, await propose(owner, projectId, command(`sleep ${time}`)))
  expect(cycle).toMatchObject({
    status: 'failed',
    mergedSha: null,
    failure: { step: 'build-task', code: 'stalled', message: expect.stringMatching(/stood still.*Last seen was/) },
  })
  expect(await processesWith(time)).toEqual([])
  expect(await leftovers(server)).toEqual({})
})
