import { expect, test } from 'vitest'
import { dutyRows, lastResult, otherAgents } from './agent-duties.ts'

const builtIn = (role: string, withoutEffect: string[] = []) => ({ id: role, role, isBuiltIn: true, withoutEffect })
const made = { id: 'made', role: null, isBuiltIn: false, withoutEffect: ['pipeline'] }
const agents = [builtIn('planner'), builtIn('coder'), builtIn('reviewer'), builtIn('writer', ['role']), made]

test('each duty has one row, in the order of a run, and a role without effect has none', () => {
  const rows = dutyRows([...agents, builtIn('tester', ['role'])], made)
  expect(rows.map(({ duty, agent }) => [duty, agent.id])).toEqual([
    ['planner', 'planner'],
    ['coder', 'made'],
    ['reviewer', 'reviewer'],
  ])
})

test('other agents are those that could carry out tasks', () => {
  expect(otherAgents(agents, dutyRows(agents, made)).map(({ id }) => id)).toEqual(['coder'])
  expect(otherAgents(agents, dutyRows(agents, undefined)).map(({ id }) => id)).toEqual(['coder', 'made'])
})

test('the last result of a duty is the newest milestone that came of it', () => {
  const milestones = ['task.reviewed', 'cycle.failed', 'cycle.completed'].map((eventType) => ({ eventType }))
  expect(lastResult('coder', milestones)).toEqual({ eventType: 'cycle.failed' })
  expect(lastResult('reviewer', milestones)).toEqual({ eventType: 'task.reviewed' })
  expect(lastResult('planner', milestones)).toBeUndefined()
})
