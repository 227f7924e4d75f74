import { setWorkspacePolicies, updateProject } from '../domains/code/projects/contract.ts'
import { executeCycle } from '../domains/delivery/runs/contract.ts'
import { getCycle, streamCycle } from '../domains/delivery/cycles/contract.ts'
import { proposeCycle } from '../domains/delivery/planning/contract.ts'
import type { Caller } from './caller.ts'

const manifestWith = (test: string) =>
  `{ "name": "sum", "type": "module", "scripts": { "test": ${JSON.stringify(test)} } }\n`

/** A small library with tests of its own, which need nothing installed, and take one process of Node. */
export const nodeLibrary = {
  'package.json': manifestWith('node --test --test-isolation=none'),
  'sum.js': 'export const sum = (a, b) => a + b\n',
  'sum.test.js':
    "import assert from 'node:assert'\nimport test from 'node:test'\nimport { sum } from './sum.js'\ntest('adds', () => assert.equal(sum(1, 2), 3))\n",
}

/** The same with a check that starts no Node and reports no tests: for what does not depend on which tests there are. */
export const library = { ...nodeLibrary, 'package.json': manifestWith("grep -q '=> a + b' sum.js") }

/** A description that the offline model carries out: it writes one file. */
export const fileBlock = (path: string, content: string): string =>
  `Write ${path}.\n\n\`\`\`file ${path}\n${content}\`\`\`\n`

/** Lets changes merge that keep the checks passing: for tests of a person's other decisions. */
export const mergingChecked = { review: { shown: 'merge', checked: 'merge' } }

/** Lets the workspace merge changes that its own tests show and documentation alone: for tests of other behaviour. */
export const mergeProse = async (owner: Caller): Promise<void> => {
  const body = { review: { shown: 'merge', checked: 'prose' } }
  const { status } = await owner.call(setWorkspacePolicies, { body })
  if (status !== 200) throw new Error(`setWorkspacePolicies: ${status}`)
}

/** Lets unproved changes of a project merge, or those whose tests prove less: for tests of other behaviour. */
export const mergeUnverified = async (caller: Caller, projectId: string, runtime: object = {}): Promise<string> => {
  const review = { shown: 'merge', checked: 'merge', unverified: 'merge', weakened: 'merge', packages: 'merge' }
  const { status, body } = await caller.call(updateProject, {
    id: projectId,
    body: { runtime: { review, ...runtime } },
  })
  if (status !== 200) throw new Error(`updateProject: ${JSON.stringify(body)}`)
  return projectId
}

export const propose = async (caller: Caller, projectId: string, description: string): Promise<string> => {
  const { status, body } = await caller.call(proposeCycle, { body: { projectId, title: 'A change', description } })
  if (status !== 202) throw new Error(`proposeCycle: ${JSON.stringify(body)}`)
  return body.cycle.id as string
}

/** Runs a cycle and waits for its end; gives the cycle with its tasks. */
export const runCycle = async (caller: Caller, id: string) => {
  const { status, body } = await caller.call(executeCycle, { id })
  if (status !== 200) throw new Error(`executeCycle: ${JSON.stringify(body)}`)
  return endOf(caller, id)
}

/** Waits until the run of a cycle is over: its stream ends. A cycle that waits for a person is an error after a while. */
export const endOf = async (caller: Caller, id: string) => {
  const stream = await caller.open(streamCycle, { id })
  const ended = stream.text().then(() => true)
  ended.catch(() => undefined)
  let waitingSinceMs: number | undefined
  while (!(await Promise.race([ended, later(1_000)]))) {
    const { status } = (await caller.call(getCycle, { id })).body.cycle
    if (status !== 'blocked') waitingSinceMs = undefined
    else if ((waitingSinceMs ??= performance.now()) < performance.now() - longestWaitMs)
      throw new Error('The cycle waits for a person, and the test does not answer.')
  }
  return (await caller.call(getCycle, { id })).body
}

const longestWaitMs = 60_000
const later = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false))
