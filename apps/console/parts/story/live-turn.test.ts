import { expect, test } from 'vitest'
import { UnreachableError, RefusedError } from '../../../../platform/client/index.ts'
import { afterFrame, entriesOf, isSettled, type LiveTurn, type Message, type StreamFrame } from './live-turn.ts'
import { sendTurn } from '../../pages/projects/cycles/detail/conversation/send-turn.ts'

const said: LiveTurn = {
  messageId: 'm1',
  agentId: null,
  content: 'How far?',
  at: '2026-01-01T00:00:00Z',
  state: 'sending',
  isStored: false,
  voices: [],
}
const frame = (event: string, data: object): StreamFrame => ({ event, data: JSON.stringify(data) })
const stored = frame('user_message', { id: 'm1', createdAt: '2026-01-01T00:00:01Z' })
const speaker = frame('speaker', { agentId: 'a', taskId: null, textTruncated: false })
const answer = (text: string): StreamFrame => ({ event: 'token', data: text })
const atWork = { agentId: 'a', taskId: 't' }
const after = (...frames: readonly StreamFrame[]) => frames.reduce(afterFrame, said)
const message = (id: string) => ({ id }) as Message

test('the words of a model grow, and come whole again when the stream begins again', () => {
  const half = after(stored, speaker, answer('Two of '), answer('four.'))
  expect(half).toMatchObject({ isStored: true, state: 'answering', at: '2026-01-01T00:00:01Z' })
  expect(half.voices.map(({ parts }) => parts)).toEqual([[{ kind: 'words', text: 'Two of four.', isCut: false }]])
  const again = [stored, speaker, answer('Two of four.')].reduce(afterFrame, half)
  expect(again.voices[0]!.parts).toHaveLength(1)
})

test('a tool of an agent is one part from its start to its end, and stays when the stream begins again', () => {
  const tool = { ...atWork, callId: 'c', tool: 'run', input: '{}' }
  const turn = after(stored, frame('tool_start', tool), frame('tool_end', { ...tool, ok: false }), stored)
  expect(turn.voices).toEqual([
    { ...atWork, parts: [{ kind: 'tool', callId: 'c', tool: 'run', input: '{}', ok: false }] },
  ])
  const late = after(frame('tool_end', { ...tool, ok: true }))
  expect(late.voices[0]!.parts).toEqual([{ kind: 'tool', callId: 'c', tool: 'run', input: null, ok: true }])
})

test('the words of each message stay apart, and words after a tool belong to the speaker named last', () => {
  const first = frame('speaker', { ...atWork, textTruncated: true })
  const second = frame('speaker', { agentId: 'b', taskId: 'u', textTruncated: false })
  const turn = after(stored, first, answer('One.'), first, answer('{"two": 2}'), second, answer('Three.'))
  expect(turn.voices).toEqual([
    {
      ...atWork,
      parts: [
        { kind: 'words', text: 'One.', isCut: true },
        { kind: 'words', text: '{"two": 2}', isCut: true },
      ],
    },
    { agentId: 'b', taskId: 'u', parts: [{ kind: 'words', text: 'Three.', isCut: false }] },
  ])
})

test('the endless steps of an agent are bounded', () => {
  const words = Array.from({ length: 1_000 }, (_, at) => [
    frame('speaker', { ...atWork, textTruncated: false }),
    answer(String(at)),
  ]).flat()
  const { parts } = after(...words).voices[0]!
  expect([parts.length, parts.at(-1)]).toEqual([400, { kind: 'words', text: '999', isCut: false }])
})

test('a stored answer takes the place of its words as they came; a failure stays', () => {
  const over = after(stored, speaker, answer('Two.'), frame('done', { outcome: 'answered', answer: { id: 'm2' } }))
  expect(entriesOf([message('m1')], [over])).toMatchObject([{ message: { id: 'm1' }, turn: { answerId: 'm2' } }])
  expect(entriesOf([message('m1'), message('m2')], [over])).toEqual([
    { key: 'm1', message: message('m1') },
    { key: 'm2', message: message('m2') },
  ])
  const early = after(stored, speaker, answer('Two.'))
  const read = { id: 'm2', authorSide: 'agent', content: 'Two.' } as Message
  expect(entriesOf([message('m1'), read], [early])).toEqual([
    { key: 'm1', message: message('m1') },
    { key: 'm2', message: read },
  ])
  const failed = after(stored, frame('error', { code: 'project_cap_reached', message: 'Spent.' }))
  expect(isSettled(failed, new Set(['m1']))).toBe(false)
  expect(entriesOf([], [said])).toEqual([{ key: 'm1', turn: said }])
})

const streamOf = (...frames: readonly StreamFrame[]) =>
  new Blob(frames.map(({ event, data }) => `event: ${event}\ndata: ${data}\n\n`)).stream()

const sent = async (...answers: readonly (() => ReadableStream<Uint8Array>)[]) => {
  const told: string[] = []
  let asked = 0
  const end = await sendTurn({
    signal: new AbortController().signal,
    pauseMs: () => 0,
    open: async () => answers[Math.min(asked++, answers.length - 1)]!(),
    tell: ({ event }) => told.push(event),
  })
  return { end, told, asked }
}
const fail = (error: Error) => () => {
  throw error
}

test('a stream that was cut is requested again under its id until it ends, a few times', async () => {
  const whole = () => streamOf(stored, frame('done', { outcome: 'waiting', answer: null }))
  expect(await sent(fail(new UnreachableError(null)), () => streamOf(stored), whole)).toEqual({
    end: 'over',
    told: ['user_message', 'user_message', 'done'],
    asked: 3,
  })
  expect(await sent(fail(new UnreachableError(null)))).toEqual({ end: 'cut', told: [], asked: 5 })
  await expect(sent(fail(new RefusedError(404, { error: 'It is gone.' })))).rejects.toThrow('It is gone.')
})
