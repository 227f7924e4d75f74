import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { agentRoles } from './rules.ts'
import { builtInFor, builtIns, findBuiltIn } from './built-ins.ts'

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
