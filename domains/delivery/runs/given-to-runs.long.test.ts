import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { library, nodeLibrary, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { createProjectEnvironment, updateProjectEnvironment } from '../../code/environments/contract.ts'
import { importProjectSkill } from '../../agents/project-resources/contract.ts'
import { getTaskReviewEvidence } from '../review/contract.ts'
import { getCycleRunDiagnostics } from './contract.ts'

const server = await testServer()

const files = { ...nodeLibrary, '.gitignore': 'installed/\n', 'package-lock.json': '{ "lockfileVersion": 3 }\n' }
const show = 'echo "$GREETING $NAME $UNUSED."'
const runtime = {
  setup: `mkdir installed && ${show} > installed/marker && echo really ran`,
  checks: [{ name: 'test', command: `${show}; cat installed/marker` }],
}

test('a run passes the active environments to install, checks and the agent’s shell, the newest winning', async () => {
  const { owner, rows, client, clientId, grant } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(files))
  await mergeUnverified(owner, projectId, runtime)
  const create = async (label: string, variables: object, isActive = true) =>
    (await owner.call(createProjectEnvironment, { projectId, body: { label, config: { variables }, isActive } })).body
      .id as string
  const first = await create('First', { GREETING: 'Hello', NAME: 'nobody' })
  const second = await create('Second', { NAME: "a 'quoted' $HOME" })
  await create('Switched off', { UNUSED: 'x' }, false)
  const run = async (path: string) => {
    const description = `Shows.\n\n\`\`\`run\n${show} > ${path}\n\`\`\`\n`
    const { cycle, tasks } = await runCycle(owner, await propose(owner, projectId, description))
    const { body } = await owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
    const checks = body.checks as { phase: string; name: string; log: string }[]
    return { cycle, task: tasks[0].id as string, evidence: body, logs: checks.map(({ log }) => log) }
  }
  const used = [
    { id: first, label: 'First' },
    { id: second, label: 'Second' },
  ]
  const shown = "Hello a 'quoted' $HOME ."
  const one = await run('one.txt')
  expect(one.cycle).toMatchObject({ status: 'completed' })
  expect(one.logs).toEqual(['really ran', `${shown}\n${shown}`, 'really ran', `${shown}\n${shown}`])
  expect(one.evidence).toMatchObject({ environments: used, patch: expect.stringContaining(`+${shown}\n`) })
  expect((await owner.call(getCycleRunDiagnostics, { id: one.cycle.id })).body).toMatchObject({ environments: used })
  await grant(projectId, clientId, 'view')
  expect((await client.call(getTaskReviewEvidence, { id: one.task })).body.environments).toEqual([])
  expect((await rows('run_environment')).map(({ label, config }) => [label, config])).toEqual([
    ['First', null],
    ['Second', null],
  ])

  await owner.call(updateProjectEnvironment, {
    projectId,
    id: second,
    body: { config: { variables: { NAME: 'Ada' } } },
  })
  const two = await run('two.txt')
  expect(two.logs[1]).toBe('Hello Ada .\nHello Ada .')
  expect(two.evidence.patch).toContain('+Hello Ada .\n')
  expect(one.evidence.patch).not.toContain('Ada')
})

test('a run shows its agent the skills of the project beside the worktree, and names them afterwards', async () => {
  const { owner, rows, client, clientId, grant } = await scene(server)
  const { projectId } = await importProject(owner, await bundleOf(library))
  await mergeUnverified(owner, projectId)
  const content = '---\nname: Greeting\n---\nSay hello.\n'
  await owner.call(importProjectSkill, { id: projectId, body: { slug: 'greet', content } })
  const command = 'tail -n 1 /tmp/atelier-*/skills/*/SKILL.md > one.txt'
  const description = `Shows.\n\n\`\`\`run\n${command}\n\`\`\`\n`
  const { cycle, tasks } = await runCycle(owner, await propose(owner, projectId, description))
  const id = tasks[0].id as string
  const skills = [{ slug: 'greet', contentSha256: createHash('sha256').update(content).digest('hex') }]
  expect(cycle).toMatchObject({ status: 'completed' })
  expect((await owner.call(getTaskReviewEvidence, { id })).body).toMatchObject({
    skills,
    files: [{ path: 'one.txt' }],
    patch: expect.stringMatching(/\n\+Say hello\.\n(?!\+)/),
  })
  expect((await owner.call(getCycleRunDiagnostics, { id: cycle.id })).body).toMatchObject({ skills })
  await grant(projectId, clientId, 'view')
  expect((await client.call(getTaskReviewEvidence, { id })).body.skills).toEqual([])
  expect(await rows('run_skill')).toMatchObject([{ slug: 'greet', content: null }])
})
