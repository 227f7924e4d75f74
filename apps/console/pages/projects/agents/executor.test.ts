import { expect, test } from 'vitest'
import { executorOf } from './executor.ts'

const agent = (id: string, more: object = {}) => ({
  id,
  projectId: null as string | null,
  duty: 'executor' as const,
  role: null as string | null,
  isBuiltIn: false,
  isActive: true,
  runtimeKind: 'native',
  ...more,
})
const coder = agent('coder', { isBuiltIn: true, role: 'coder' })
const tester = agent('tester', { isBuiltIn: true, role: 'tester' })
const all = [agent('new', { projectId: 'p' }), agent('w'), agent('old', { projectId: 'p' }), tester, coder]
const chosen = (agents: typeof all, pinned?: string, harness = 'native') => {
  const found = executorOf(agents, { pinned, harness })
  return found && [found.agent.id, found.why]
}

test('the agent that the project names goes first, then its own newest, the workspace’s, and the built-in coder', () => {
  expect(chosen(all, 'old')).toEqual(['old', 'pinned'])
  expect(chosen(all)).toEqual(['new', 'ofProject'])
  expect(chosen(all.filter(({ projectId }) => projectId === null))).toEqual(['w', 'ofWorkspace'])
  expect(chosen([tester, coder])).toEqual(['coder', 'builtIn'])
})

test('an agent that sorts proposals, a disabled agent, and a named agent that no longer exists carry out nothing', () => {
  expect(chosen([agent('intake', { duty: 'intake' }), agent('off', { isActive: false }), coder])).toEqual([
    'coder',
    'builtIn',
  ])
  expect(chosen([coder], 'gone')).toBeUndefined()
  expect(chosen([])).toBeUndefined()
})

test('an agent for another harness carries out nothing; the built-in coder works under every harness', () => {
  const other = agent('other', { runtimeKind: 'runtime-1' })
  expect(chosen([other, coder])).toEqual(['coder', 'builtIn'])
  expect(chosen([other, coder], 'other')).toBeUndefined()
  expect(chosen([agent('native'), other, coder], undefined, 'runtime-1')).toEqual(['other', 'ofWorkspace'])
  expect(chosen([coder], undefined, 'runtime-2')).toEqual(['coder', 'builtIn'])
})
