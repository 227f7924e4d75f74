import { expect, test } from 'vitest'
import { executorOf } from './executor.ts'

const agent = (id: string, more: object = {}) => ({
  id,
  projectId: null as string | null,
  duty: 'executor' as const,
  role: null as string | null,
  isBuiltIn: false,
  isActive: true,
  ...more,
})
const coder = agent('coder', { isBuiltIn: true, role: 'coder' })
const tester = agent('tester', { isBuiltIn: true, role: 'tester' })
const all = [agent('new', { projectId: 'p' }), agent('w'), agent('old', { projectId: 'p' }), tester, coder]
const chosen = (agents: typeof all, pinned?: string) => {
  const found = executorOf(agents, pinned)
  return found && [found.agent.id, found.why]
}

test('the one that the project names goes first, then its own newest, the workspace’s, and the built-in coder', () => {
  expect(chosen(all, 'old')).toEqual(['old', 'pinned'])
  expect(chosen(all)).toEqual(['new', 'ofProject'])
  expect(chosen(all.filter(({ projectId }) => projectId === null))).toEqual(['w', 'ofWorkspace'])
  expect(chosen([tester, coder])).toEqual(['coder', 'builtIn'])
})

test('an agent that sorts proposals, one that is switched off, and a named one that is gone carry out nothing', () => {
  expect(chosen([agent('intake', { duty: 'intake' }), agent('off', { isActive: false }), coder])).toEqual([
    'coder',
    'builtIn',
  ])
  expect(chosen([coder], 'gone')).toBeUndefined()
  expect(chosen([])).toBeUndefined()
})
