import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { agencyWithModels, callSettings, callShapes, openCallOf } from '../../../testing/models/model-calls.ts'
import { startModelProvider, type Turn } from '../../../testing/model-provider/index.ts'
import { testServer } from '../../../testing/server.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(callSettings(provider))
const at = await agencyWithModels(server, provider)

/** The requests of a program that read a file, wrote another and ended, with its long texts cut and no ids. */
interface RecordedProgram {
  readonly program: string
  readonly shape: 'chat' | 'messages' | 'responses'
  readonly fields: { readonly tools: readonly object[] }
  readonly turns: readonly (readonly object[])[]
}

const recorded = ['claude-code', 'codex', 'opencode', 'qwen-code'].map((name) => {
  const program = JSON.parse(
    readFileSync(join(import.meta.dirname, 'fixtures', `${name}.json`), 'utf8'),
  ) as RecordedProgram
  return [program.program, program] as const
})
const models = callShapes.map(([shape, , model]) => [shape, model] as const)
const rows = recorded.flatMap(([name, program]) => models.map(([to, model]) => [name, to, model, program] as const))

const usage = { prompt_tokens: 100, completion_tokens: 20 }
const answers: readonly Turn[] = [
  { thought: 'Let me see', toolCalls: [{ name: 'read', input: { path: 'README.md' } }], usage },
  { thought: 'Let me see', toolCalls: [{ name: 'write', input: { path: 'NOTES.md' } }], usage },
  { text: 'Wrote the notes.', usage },
]

test.each(rows)(
  'the three turns of %s are answered by an endpoint of %s (%s)',
  async (_, to, model, { shape, fields, turns }) => {
    const operation = callShapes.find(([name]) => name === shape)![1]
    for (const [turn, said] of turns.entries()) {
      provider.push(answers[turn]!)
      const body = { ...fields, model, [shape === 'responses' ? 'input' : 'messages']: said }
      const response = await openCallOf(at, at.member, operation, body)
      const text = await response.text()
      expect([response.status, text.includes('"error":{')]).toEqual([200, false])
      expect(text).toMatch([/"read"/, /"write"/, /"end_turn"|"stop"|response\.completed/][turn]!)
      const sent = JSON.stringify(provider.requests.at(-1)!.body)
      expect(provider.requests.at(-1)!.path).toContain(
        { chat: '/chat/', messages: '/messages', responses: '/responses' }[to],
      )
      expect(sent).toContain('Read README.md, then write NOTES.md.')
      // The results of both calls come back with the last turn.
      for (const call of [0, 1].slice(0, turn)) expect(sent.split(`call_${call}_abc`).length).toBeGreaterThan(2)
    }
  },
)
