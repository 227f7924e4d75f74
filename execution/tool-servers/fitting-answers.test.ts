import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as sdk from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { fittingList, fittingResult } from './fitting-answers.ts'

const fixture = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')) as Record<string, unknown[]>

const good = { name: 'good', description: 'works', inputSchema: { type: 'object', properties: {} } }
const none = 'its input schema is not one of an object'
const invalid = 'its input schema is not valid'

// Each is a tool that costs other clients every tool of its server; the address is where that was reported.
const oddTools: readonly (readonly [string, unknown, string])[] = [
  ['anthropics/claude-code#88049', fixture('root-anyof.json').tools![1], none],
  ['openclaw#113162', fixture('description-null.json').tools![1], 'its description is no text'],
  ['mastra-ai/mastra#21859', { name: 'b', description: 'lacks its schema' }, none],
  ['MervinPraison/PraisonAI#3111', { name: 'b', inputSchema: { type: 'object', required: null } }, invalid],
  ['sandialabs/atlas-ui-3#727', { name: 'b', inputSchema: { type: 'string' } }, none],
  [
    'Kuadrant/mcp-gateway#689',
    { name: 'b', inputSchema: { type: 'object', properties: { a: { type: 'int' } } } },
    invalid,
  ],
  [
    'ThinkInAIXYZ/go-mcp#170',
    { name: 'b', inputSchema: { type: 'object', properties: { a: { type: 'string', required: true } } } },
    invalid,
  ],
]

test.each(oddTools)('an odd tool (%s) is left out and named, and the other one stays', (_source, odd, reason) => {
  const { result, leftOut } = fittingList(sdk, {}, [odd, good])
  expect(result.tools).toEqual([good])
  expect(leftOut).toEqual([{ name: 'b', reason }])
  expect(sdk.isSpecType.ListToolsResult(result)).toBe(true)
})

const nested = (levels: number): object => (levels === 0 ? {} : { properties: { a: nested(levels - 1) } })
const wide = { properties: Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`p${at}`, true])) }

test.each([nested(1_500), wide])('a schema that is too deep or too large costs its tool alone', (schema) => {
  const { result, leftOut } = fittingList(sdk, {}, [{ name: 'b', inputSchema: { ...schema, type: 'object' } }, good])
  expect(result.tools).toEqual([good])
  expect(leftOut).toEqual([{ name: 'b', reason: expect.stringContaining('too large') as string }])
})

test('the first of very many tools on a page are read, and the others are named together', () => {
  const { result, leftOut } = fittingList(sdk, {}, new Array(1_001).fill(good))
  expect(result.tools).toHaveLength(1_000)
  expect(leftOut).toMatchObject([{ name: 'further tools' }])
})

test('unused fields of a tool cost nothing, and no tool is left out without a name', () => {
  const more = { title: null, annotations: 7, outputSchema: { properties: {} }, icons: null, _meta: null }
  const { result, leftOut } = fittingList(sdk, {}, [{ ...good, ...more }, null, { name: '' }])
  expect(result.tools).toEqual([good])
  expect(leftOut.map(({ name }) => name)).toEqual(['tool 2', ''])
})

test.each([null, '', 7])('the cursor %o is refused', (nextCursor) => {
  const { result } = fittingList(sdk, { nextCursor, ttlMs: null, cacheScope: 'shared' }, [good])
  expect(result).toEqual({ tools: [good], resultType: 'complete', ttlMs: 0, cacheScope: 'private' })
})

const text = (said: string) => ({ type: 'text', text: said })
const created = text('Invoice 7 was created.')
const odd: readonly (readonly [string, Record<string, unknown>, readonly unknown[]])[] = [
  [
    'a block of an unknown type',
    fixture('answer-unknown-block.json'),
    [created, text('[video, of no known form, not shown]')],
  ],
  ['an odd annotation', { content: [{ ...created, annotations: { priority: 5, audience: 'me' } }] }, [created]],
  ['empty hints', { content: [{ ...created, annotations: null, _meta: null }] }, [created]],
  ['a picture without data', { content: [{ type: 'image' }] }, [text('[image, of no known form, not shown]')]],
  ['a text alone', { content: ['hi', created] }, [text('hi'), created]],
  ['a number alone', { content: [7, created] }, [text('[A block, of no known form, not shown]'), created]],
  ['one block in the place of a list', { content: created }, [created]],
  ['a text in the place of a list', { content: 'hi' }, [text('hi')]],
  ['the field of the first version', { toolResult: { id: 7 } }, [text('{"id":7}')]],
  ['no content', { content: null, structuredContent: [1] }, [text('[1]')]],
]
test.each(odd)('a result with %s keeps its other blocks', (_what, result, content) => {
  const fitting = fittingResult(sdk, { ...result, isError: null })
  expect(fitting).toEqual({ content, isError: false })
  expect(sdk.isSpecType.CallToolResult(fitting)).toBe(true)
})
