import { expect, test, vi } from 'vitest'
import { fileBlock, propose, runCycle, mergeUnverified } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { bundleOf, git, importProject } from '../../../../testing/repository.ts'
import { runUntilAsked } from '../../../../testing/runs/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { updateProject } from '../../../code/projects/contract.ts'
import { getProjectRevisionHead } from '../../../code/revisions/contract.ts'

const server = await testServer()
const files = { 'README.md': '# Notes\n', 'src/a.txt': 'one\n' }

const run = async (description: string) => {
  const at = await scene(server)
  const { projectId, revisionId } = await importProject(at.owner, await bundleOf(files))
  await mergeUnverified(at.owner, projectId)
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, description))
  const head = await at.owner.call(getProjectRevisionHead, { id: projectId })
  return { at, projectId, cycle, task: tasks[0], isDelivered: head.body.revisionId !== revisionId }
}
const command = (text: string) => `\`\`\`run\n${text}\n\`\`\`\n`
// Put together here, so that no scanner takes this file for a secret.
const token = ['ghp', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('_')
const stripeKey = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')

const description =
  fileBlock('src/token.txt', `x\n${token}\n`) +
  fileBlock('src/key.txt', `one\nkey = ${stripeKey}\n`) +
  fileBlock('.gitmodules', '[submodule "x"]\n\tpath = x\n\turl = https://example.com/x.git\n') +
  command(
    `yes 'some words of a long file' | head -c 1500000 > big.txt; printf '\\n${token}\\n' >> big.txt; echo '${token}' | sed 's/./&\\x00/g' > wide.txt; printf '\\0\\0${stripeKey}' > data.bin`,
  ) +
  command(
    `printf '%s\\n' '<<<<<<< ours' a ======= b '>>>>>>> theirs' > src/a.txt; ln -sfn ../../outside src/link; ln -sfn /etc/passwd src/place`,
  )

test('secrets, behind a megabyte, in two bytes a letter and behind NUL bytes too, conflict markers, links that lead out and a .gitmodules file are each refused with the reason', async () => {
  const { cycle, task, isDelivered } = await run(description)
  expect(cycle).toMatchObject({
    status: 'failed',
    mergedSha: null,
    revisionId: null,
    failure: { step: 'review-task', code: 'review_refused' },
  })
  for (const sentence of [
    /src\/token\.txt adds a secret \(github\)/,
    /src\/key\.txt adds a secret \(stripe\)/,
    /big\.txt adds a secret \(github\)[^]*data\.bin adds a secret \(stripe\)[^]*wide\.txt adds a secret \(github\)/,
    /src\/a\.txt holds conflict markers/,
    /src\/link is a link that leads out of the repository/,
    /src\/place is a link that leads out/,
    /\.gitmodules/,
  ])
    expect(cycle.failure.message).toMatch(sentence)
  expect(task).toMatchObject({ status: 'failed', failure: cycle.failure, mergeSha: null })
  expect(isDelivered).toBe(false)
  expect(JSON.stringify(cycle.failure)).not.toMatch(new RegExp(`${token}|${stripeKey}`))
  expect(await leftovers(server)).toEqual({})
})

test('a secret that an agent removes after the review is in no merged commit', async () => {
  const { at, cycle } = await run(
    command(`t='${token}'; if [ -e key ]; then rm key; echo done > src/b.txt; else echo "$t" > key; fi`),
  )
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(await at.rows('run_step')).toSatisfy(
    (rows: readonly { readonly name: string }[]) => rows.filter(({ name }) => name === 'build-task').length === 2,
  )
  const [repository] = await at.rows('repository')
  const history = git(server.gitDirOf(repository!.id), 'log', '-p', '--format=%B', String(cycle.mergedSha))
  // The agent names its command in its last words.
  expect(history).toMatch(/^Merge task 1: A change\n[^]*\nA change\n[^]*t='••••'/)
  expect(history).not.toContain(token.slice(0, 16))
})

test('a change of pages that waits is pictured in a project with previews of its cycles, and no other change', async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf({ ...files, 'index.html': '<h1>One</h1>\n' }))
  await at.owner.call(updateProject, { id: projectId, body: { requiresApproval: true } })
  const requested = async (path: string, content: string) => {
    const { cycle, request } = await runUntilAsked(
      at.owner,
      await propose(at.owner, projectId, fileBlock(path, content)),
    )
    const rows = await at.rows('deployment')
    return rows.filter((row) => row.cycle_id === cycle.id && row.undecided && row.commit_sha === request.commitSha)
  }
  expect(await requested('index.html', '<h1>Two</h1>\n')).toEqual([])
  await at.owner.call(updateProject, { id: projectId, body: { runtime: { previews: { cycles: true } } } })
  expect(await requested('src/b.txt', 'two\n')).toEqual([])
  expect(await requested('index.html', '<h1>Three</h1>\n')).toHaveLength(1)
})

test('a rule that is tightened while a change is reviewed holds for that change', async () => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(files))
  await mergeUnverified(at.owner, projectId)
  const { repositories } = server.parts
  const compare = repositories.compare.bind(repositories)
  // The checks compare the change first, for its parts.
  const compared = vi.spyOn(repositories, 'compare').mockImplementationOnce(compare)
  compared.mockImplementationOnce(async (...asked) => {
    await at.owner.call(updateProject, { id: projectId, body: { requiresApproval: true } })
    return compare(...asked)
  })
  const id = await propose(at.owner, projectId, fileBlock('src/b.txt', 'two\n'))
  const { request } = await runUntilAsked(at.owner, id)
  compared.mockRestore()
  expect(request).toMatchObject({ reasons: [{ code: 'approval_required' }] })
  const reviews = (await at.rows('run_step')).filter(({ name }) => name === 'review-task')
  expect(reviews).toHaveLength(2)
})
