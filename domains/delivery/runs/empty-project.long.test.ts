import { expect, test } from 'vitest'
import { emptyProject } from '../../../testing/cycles.ts'
import { fileBlock, propose, runCycle, mergeUnverified } from '../../../testing/delivery.ts'
import { runApproved } from '../../../testing/runs/requests.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getProjectRevisionHead } from '../../code/revisions/contract.ts'
import { getTaskReviewEvidence } from '../review/contract.ts'

const server = await testServer()

test('cycles run one after another in a project created without repositories, and evidence shows the deliveries, without a diff', async () => {
  const { owner } = await scene(server)
  const id = await mergeUnverified(owner, await emptyProject(owner))
  const root = (await owner.call(getProjectRevisionHead, { id })).body
  const script =
    "```run\nprintf 'A shop.\\n' > README.md; printf '\\0\\1' > data.bin; yes long | head -c 700000 > long.txt\n```\n"
  // A person sees the file that cannot be read.
  const first = await runApproved(owner, await propose(owner, id, script))
  expect(first.cycle).toMatchObject({ status: 'completed', failure: null, baseSha: root.commitSha as string })
  const task = first.tasks[0]!
  const { status, body } = await owner.call(getTaskReviewEvidence, { id: task.id as string })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    taskId: task.id,
    source: 'archive',
    headSha: task.headSha,
    files: [],
    patch: null,
    archive: {
      commitSha: task.headSha as string,
      files: [
        { path: 'README.md', mode: '100644', sizeBytes: 8, content: 'A shop.\n', binary: false },
        { path: 'data.bin', mode: '100644', sizeBytes: 2, content: null, binary: true },
        { path: 'long.txt', mode: '100644', sizeBytes: 700_000, content: null, binary: false },
      ],
      truncated: true,
    },
  })
  const second = await runCycle(owner, await propose(owner, id, fileBlock('shop.js', 'export {}\n')))
  expect(second.cycle).toMatchObject({ status: 'completed', baseSha: first.cycle.mergedSha as string })
  const head = (await owner.call(getProjectRevisionHead, { id })).body
  expect(head).toMatchObject({ generation: 3, commitSha: second.cycle.mergedSha as string, source: 'merge' })
  expect((head.manifest as { files: { path: string }[] }).files.map(({ path }) => path)).toEqual([
    'README.md',
    'data.bin',
    'long.txt',
    'shop.js',
  ])
})
