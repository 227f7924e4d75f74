import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastMessageOf, nudgeFor, toolCallInText } from './nudge.ts'

const names = ['run', 'write', 'list', 'give_up']
const schema = { type: 'object', properties: { command: {}, timeout: {} }, required: ['command'] }
const tools = Object.fromEntries(
  names.map((name) => [name, { description: '', schema, execute: () => Promise.resolve('') }]),
)

test.each([
  ['{"name": "run", "arguments": {"command": "npm test"}}', 'run'],
  ['I run the tests.\n```json\n{"tool":"write","args":{"path":"a"}}\n```', 'write'],
  ['{"type":"function","function":{"name":"functions.list","parameters":{}}}', 'list'],
  ['<tool_call>\n{"name":"run","arguments":{"command":"ls"}}\n</tool_call>', 'run'],
  ['<function=run><parameter=command>ls</parameter></function>', 'run'],
  ['<invoke name="write"><parameter name="path">a</parameter></invoke>', 'write'],
  ['[TOOL_CALLS] run{"command":"ls"}', 'run'],
  ['Now:\n<run>\n<command>ls</command>\n</run>', 'run'],
])('a tool call in the text %j is recognised', (text, name) => {
  expect(toolCallInText(text, names)).toBe(name)
})

test.each([
  'I ran npm test with the run tool; all 12 tests pass.',
  'The package is now {"name": "run", "version": "1.0.0"}.',
  '{"name": "deploy", "arguments": {}}',
  'Rendered as <list> in the page.',
  'Use `write(path)` to store it.',
])('the text %j is no tool call', (text) => {
  expect(toolCallInText(text, names)).toBeUndefined()
})

test('any text is searched without an error, and only offered tools are found', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect([undefined, ...names]).toContain(toolCallInText(text, names))
    }),
  )
  const long = '<run><invoke name="'.repeat(50_000)
  expect(toolCallInText(long, names)).toBeUndefined()
})

test('words end the work with a change or with DONE:, and are sent back otherwise', () => {
  const text = 'I shall begin now.'
  expect(nudgeFor({ text, tools, hasChange: true })).toBeUndefined()
  expect(nudgeFor({ text: 'DONE: The file is right already.', tools, hasChange: false })).toBeUndefined()
  expect(nudgeFor({ text, tools, hasChange: false })).toMatch(/run, write, list, give_up\. .*DONE:.*give_up\.$/)
})

test('a call as text is sent back with the names of its arguments, also after a change', () => {
  const text = '{"name": "run", "arguments": {"command": "npm test"}}'
  expect(nudgeFor({ text, tools, hasChange: true })).toContain(
    'Answer with a tool call of run with the arguments command, timeout (optional)',
  )
})

test('the mark of the last message is no part of it', () => {
  expect(lastMessageOf('DONE: It was right already.\n')).toBe('It was right already.')
  expect(lastMessageOf('Not DONE: half.')).toBe('Not DONE: half.')
})
