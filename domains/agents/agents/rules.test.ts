import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentRoles, unusedFields } from './rules.ts'
import { builtInFor, builtIns, findBuiltIn } from './built-ins.ts'

const plain = { role: null, pipeline: null, runtimeVersion: null } as const
const made = { ...plain, sandboxProfile: null }

test('an agent that executes with the defaults has no field without effect', () => {
  expect(unusedFields(made)).toEqual([])
  expect(unusedFields({ ...made, pipeline: 'default', sandboxProfile: 'builder' })).toEqual([])
})

test('fields that no run minds are named', () => {
  const all = { ...made, pipeline: 'lint', runtimeVersion: '2', sandboxProfile: 'e2e' } as const
  expect(unusedFields(all)).toEqual(['pipeline', 'runtimeVersion', 'sandboxProfile'])
  const idle = agentRoles.filter((role) => unusedFields({ ...made, role }).includes('role'))
  expect(idle).toEqual(['tester', 'writer'])
})

test('there is one built-in agent for each role, with instructions of its own', () => {
  expect(builtIns.map(({ role }) => role)).toEqual([...agentRoles])
  const hashes = builtIns.map(({ instructions }) => createHash('sha256').update(instructions).digest('hex'))
  expect(new Set(hashes).size).toBe(agentRoles.length)
  for (const { instructions } of builtIns) expect(instructions.length).toBeGreaterThan(200)
  expect(builtIns.filter(({ duty }) => duty === 'intake').map(({ role }) => role)).toEqual(['intake'])
})

test('a built-in agent is found by its id in either case', () => {
  const { id } = builtInFor('coder')
  expect(findBuiltIn(id.toUpperCase())?.role).toBe('coder')
  expect(findBuiltIn('00000000-0000-7000-8000-0000000000ff')).toBeUndefined()
})
