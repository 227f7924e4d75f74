import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namedTools } from './with-tool-servers.ts'

const tool = (name: string, more = {}) => ({ name, description: '', schema: { type: 'object' }, ...more })
const names = (...servers: Parameters<typeof namedTools>[0]) => namedTools(servers).tools.map(({ name }) => name)

test('a tool is called after its server and itself, in letters that every provider takes', () => {
  expect(names({ name: '@acme/Tracker 2', tools: [tool('issues.list'), tool('issues_list'), tool('…')] })).toEqual([
    'acme_Tracker_2__issues_list',
    'acme_Tracker_2__issues_list_2',
    'acme_Tracker_2__tool',
  ])
})

test('too many tools, a schema that is too large and a long description are left out with a reason, or cut', () => {
  const many = Array.from({ length: 120 }, (_, at) => tool(`t${at}`))
  const large = tool('large', { schema: { type: 'object', description: 'x'.repeat(20_000) } })
  const { tools: found, leftOut } = namedTools([
    { name: 'a', tools: [large, tool('b', { description: 'y'.repeat(3_000) }), ...many] },
  ])
  expect([found.length, found[0]!.name, found[0]!.tool.description.length]).toEqual([100, 'a__b', 2_000])
  expect(leftOut).toHaveLength(22)
  expect(leftOut.slice(0, 2)).toEqual([
    { server: 'a', name: 'large', reason: 'its input schema is too large' },
    { server: 'a', name: 't99', reason: 'an agent has at most 100 tools of servers' },
  ])
})

test('for any names of servers and tools, the result is valid, and no two are the same', () => {
  const server = fc.record({ name: fc.string(), tools: fc.array(fc.string().map((name) => tool(name))) })
  fc.assert(
    fc.property(fc.array(server), (servers) => {
      const found = names(...servers)
      expect(new Set(found).size).toBe(found.length)
      for (const name of found) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    }),
  )
})
