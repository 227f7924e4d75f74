import { expect, test } from 'vitest'
import { fileBlock, propose, runCycle, mergeUnverified } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/leftovers.ts'
import { bundleOf, git, importProject, type FileSpec } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { updateProject } from '../../../code/projects/contract.ts'
import { getProjectRevisionHead } from '../../../code/revisions/contract.ts'
import { getTaskReviewEvidence } from '../../tasks/contract.ts'

const server = await testServer()
const files = { 'README.md': '# Notes\n', 'src/a.txt': 'one\n' }

const run = async (description: string, given: Readonly<Record<string, FileSpec>> = files) => {
  const at = await scene(server)
  const { projectId, revisionId } = await importProject(at.owner, await bundleOf(given))
  await mergeUnverified(at.owner, projectId)
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, description))
  const head = await at.owner.call(getProjectRevisionHead, { id: projectId })
  return { at, projectId, cycle, task: tasks[0], isDelivered: head.body.revisionId !== revisionId }
}
const command = (text: string) => `\`\`\`run\n${text}\n\`\`\`\n`
// Put together here, so that no scanner takes this file for one that holds a secret.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_')
const stripeKey = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')

const refused = [
  [
    'secrets, one behind a megabyte, in two bytes a letter, and behind NUL bytes',
    fileBlock('src/token.txt', `x\n${token}\n`) +
      fileBlock('src/a.txt', `one\nkey = ${stripeKey}\n`) +
      command(
        `yes 'some words of a long file' | head -c 1500000 > big.txt; printf '\\n${token}\\n' >> big.txt; echo '${token}' | sed 's/./&\\x00/g' > wide.txt; printf '\\0\\0${stripeKey}' > data.bin`,
      ),
    [
      ...[/src\/token\.txt adds a secret \(github\)/, /src\/a\.txt adds a secret \(stripe\)/],
      /big\.txt adds a secret \(github\).*data\.bin adds a secret \(stripe\).*wide\.txt adds a secret \(github\)/,
    ],
  ],
  [
    'conflict markers, links that lead out, and a .gitmodules file',
    fileBlock('.gitmodules', '[submodule "x"]\n\tpath = x\n\turl = https://example.com/x.git\n') +
      command(
        `printf '%s\\n' '<<<<<<< ours' a ======= b '>>>>>>> theirs' > src/a.txt; ln -sfn ../../outside src/link; ln -sfn /etc/passwd src/place`,
      ),
    [
      ...[/src\/a\.txt holds conflict markers/, /src\/link is a link that leads out of the repository/],
      ...[/src\/place is a link that leads out/, /\.gitmodules/],
    ],
  ],
] as const

test.each(refused)(
  '%s are each refused with the reason, and nothing is merged',
  async (_name, description, sentences) => {
    const { cycle, task, isDelivered } = await run(description)
    expect(cycle).toMatchObject({
      ...{ status: 'failed', mergedSha: null, revisionId: null },
      failure: { step: 'review-task', code: 'review_refused' },
    })
    for (const sentence of sentences) expect(cycle.failure.message).toMatch(sentence)
    expect(task).toMatchObject({ status: 'failed', failure: cycle.failure, mergeSha: null })
    expect(isDelivered).toBe(false)
    expect(JSON.stringify(cycle.failure)).not.toMatch(new RegExp(`${token}|${stripeKey}`))
    expect(await leftovers(server)).toEqual({})
  },
)

test('a secret that an agent takes out again after the review is in no commit of what is merged', async () => {
  const { at, cycle } = await run(
    command(`t='${token}'; if [ -e key ]; then rm key; echo done > src/b.txt; else echo "$t" > key; fi`),
  )
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(await at.rows('run_step')).toSatisfy(
    (rows: readonly { readonly name: string }[]) => rows.filter(({ name }) => name === 'build-task').length === 2,
  )
  const [repository] = await at.rows('repository')
  const history = git(server.parts.repositories.gitDirOf(String(repository!.id)), 'log', '-p', '--format=%B', 'main')
  // The agent names its command in its last words.
  expect(history).toMatch(/^Merge task 1: A change\n[^]*\nA change\n[^]*t='••••'/)
  expect(history).not.toContain(token.slice(0, 16))
})

test('a nested repository is not part of a change, and the failure reports it', async () => {
  const { cycle, isDelivered } = await run(
    command('git init -q nested && cd nested && git -c user.name=a -c user.email=a@b.c commit -q --allow-empty -m x'),
  )
  expect(cycle).toMatchObject({
    status: 'failed',
    failure: { code: 'no_change', message: expect.stringContaining('nested/ is a git repository of its own') },
  })
  expect(isDelivered).toBe(false)
})

test('earlier faults are not held against a change unless it adds more', async () => {
  const old = `${token}\n`
  const { cycle } = await run(fileBlock('src/old.txt', `# kept\n${old}`), {
    ...files,
    'src/old.txt': old,
    link: { link: 'src/a.txt' },
  })
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
})

test('links within the repository, executable bits, binary files and deletions are delivered', async () => {
  const { at, cycle, task, isDelivered } = await run(
    command(
      `ln -sfn a.txt src/link; printf 'x' > run.sh; chmod +x run.sh; printf '\\000\\001' > data.bin; rm README.md; mkdir 'a b'; echo é > 'a b/ü.txt'`,
    ),
  )
  expect([cycle.status, isDelivered]).toEqual(['completed', true])
  const { body } = await at.owner.call(getTaskReviewEvidence, { id: task.id })
  const seen = (body.files as { path: string; kind: string; binary: boolean }[]).map(
    ({ path, kind, binary }) => `${kind} ${path}${binary ? ' binary' : ''}`,
  )
  expect(seen.sort()).toEqual([
    'added a b/ü.txt',
    'added data.bin binary',
    'added run.sh',
    'added src/link',
    'deleted README.md',
  ])
})

test('a change is sent back at most as often as the project allows', async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(files))
  await at.owner.call(updateProject, { id: projectId, body: { maxRevisions: 0 } })
  // Each attempt adds one more marker, so that the agent has always changed something.
  const { cycle } = await runCycle(
    at.owner,
    await propose(at.owner, projectId, command(`echo '<<<<<<< ours' >> src/a.txt`)),
  )
  expect(cycle.failure).toMatchObject({
    step: 'review-task',
    message: expect.stringMatching(/^The review refused the change\. /),
  })
  const names = async () => (await at.rows('run_step')).map(({ name }) => name).filter((name) => name === 'build-task')
  expect(await names()).toHaveLength(1)
  await at.owner.call(updateProject, { id: projectId, body: { maxRevisions: 2 } })
  const second = await runCycle(at.owner, cycle.id)
  expect(second.cycle.failure).toMatchObject({
    code: 'review_refused',
    message: expect.stringMatching(/^The review refused the change\. /),
  })
  expect(await names()).toHaveLength(1 + 3)
})
