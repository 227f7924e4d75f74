import { expect, test } from 'vitest'
import { dutyRows, otherAgents } from './agent-duties.ts'

interface TestAgent {
  readonly id: string
  readonly role: string | null
  readonly isBuiltIn: boolean
  readonly pipeline: string | null
}

const builtIn = (role: string): TestAgent => ({ id: role, role, isBuiltIn: true, pipeline: null })
const made: TestAgent = { id: 'made', role: null, isBuiltIn: false, pipeline: 'default' }
const agents = [builtIn('planner'), builtIn('coder'), builtIn('tester'), builtIn('reviewer'), builtIn('writer'), made]

test('each duty has one row, in the order of a run, and those without rounds in the pipeline have none', () => {
  const dutiesOf = (pipeline: string | null) =>
    dutyRows(agents, { ...made, pipeline }).map(({ duty, agent }) => `${duty}: ${agent.id}`)
  expect(dutiesOf(null)).toEqual(['planner: planner', 'coder: made', 'reviewer: reviewer'])
  expect(dutiesOf('security')).toEqual(['planner: planner', 'coder: made', 'tester: tester', 'reviewer: reviewer'])
  expect(dutiesOf('docs')).toEqual(['planner: planner', 'coder: made', 'writer: writer', 'reviewer: reviewer'])
  expect(dutiesOf('full')).toHaveLength(5)
})

test('other agents could carry out tasks', () => {
  expect(otherAgents(agents, dutyRows(agents, made)).map(({ id }) => id)).toEqual(['coder'])
  expect(otherAgents(agents, dutyRows(agents, undefined)).map(({ id }) => id)).toEqual(['coder', 'made'])
})
