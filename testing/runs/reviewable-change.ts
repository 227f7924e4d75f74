import { updateProject } from '../../domains/code/projects/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { library, propose } from '../delivery.ts'
import type { FakeProvider } from '../model-provider/index.ts'
import { paintedPng } from '../console/pictures.ts'
import { bundleOf, importProject } from '../repository.ts'
import { requestOf } from './requests.ts'
import type { Scene } from '../scene.ts'
import { turns } from './scripted-turns.ts'

const pictureBefore = paintedPng(120, 80, [16, 64, 160])
const pictureAfter = paintedPng(160, 90, [200, 80, 30])

const linesOf = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => `const value${at} = ${word}(${at}, 'ordinary')\n`).join('')

/** A change that waits for its approval: so many lines of one file differ; beside it a renamed one, a binary one, a picture. */
export const reviewable = async (provider: Pick<FakeProvider, 'push'>, at: Scene, lines: number) => {
  const files = {
    ...library,
    'logo.png': pictureBefore,
    'src/values.ts': linesOf(lines, 'before'),
    'src/old name.txt': 'kept\n'.repeat(20),
  }
  const { projectId } = await importProject(at.owner, await bundleOf(files))
  const runtime = {
    checks: [{ name: 'test', command: 'node --test --test-isolation=none --experimental-test-coverage' }],
  }
  await at.owner.call(updateProject, { id: projectId, body: { requiresApproval: true, maxRevisions: 3, runtime } })
  const change = [
    "sed -i 's/before/after/' src/values.ts",
    "mv 'src/old name.txt' 'src/ü new.txt'",
    String.raw`printf 'a\0b' > logo.bin`,
    `echo ${pictureAfter.toString('base64')} | base64 -d > logo.png`,
    String.raw`printf 'a\0b' > broken.png`,
  ]
  provider.push(turns.run(change.join(' && ')), turns.end('Renamed them.'))
  const cycleId = await propose(at.owner, projectId, 'Rename the calls.')
  await at.owner.call(executeCycle, { id: cycleId })
  const request = await requestOf(at.owner, cycleId)
  return { projectId, cycleId, taskId: request.taskId as string, request }
}
