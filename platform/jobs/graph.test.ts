import { Type } from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { createEngine } from './engine.ts'
import { goTo, graph, NoPayload, park, startAt } from './graph.ts'
import { failRun, finish, untilChange } from './step.ts'
import { ended, eventually, openWorld, quiet } from '../../testing/jobs/world.ts'

const letter = graph('letter', {
  write: { payload: NoPayload, to: ['check'] },
  check: { payload: Type.Object({ text: Type.String(), tries: Type.Integer() }), to: ['write', 'send'] },
  send: { payload: Type.Object({ text: Type.String() }), to: [] },
  burn: { payload: NoPayload, to: [] },
})
const other = graph('other', { check: { payload: NoPayload, to: [] } })
const { at } = letter
const post = graph('post', {
  sort: { payload: Type.Object({ round: Type.Integer() }), to: ['send'] },
  send: { payload: NoPayload, to: ['sort'] },
})
const lock = () => Promise.resolve()

const steps = {
  write: letter.step('write', {
    effect: () => Promise.resolve('hello'),
    commit: (_context, text) => goTo(at.check, { text, tries: 1 }),
  }),
  check: letter.step('check', {
    retries: 0,
    commit: ({ step: { payload } }) =>
      payload.tries > 1
        ? goTo(at.send, { text: payload.text })
        : park(at.send, { kind: 'person', labels: ['send'] }, { text: payload.text }),
  }),
  send: letter.step('send', { commit: ({ step: { payload } }) => finish({ sent: payload.text }) }),
  burn: letter.step('burn', { commit: () => finish() }),
}
const workflow = letter.workflow({ first: 'write', cancelled: 'burn', steps })

const kit = await testDatabase()
const world = await openWorld(kit)
const engine = createEngine({
  database: kit.database,
  workflows: [workflow],
  sandboxes: { limit: 2 },
  log: quiet,
  retryFirstMs: 10,
})
await engine.work()
afterAll(() => engine.stop())

test('a run follows the declared edges with the payload of each step', async () => {
  const run = await world.start(engine, {}, { kind: 'letter' })
  await eventually(() => world.within((tx) => engine.resume(tx, run.id, 'send')))
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished', result: { sent: 'hello' } })
})

test('a stored payload that does not fit its schema fails the run and is described', async () => {
  const run = await world.start(engine, { text: 5 }, { kind: 'letter', first: 'check' })
  const { status, failure } = await ended(world, run.id)
  expect(status).toBe('failed')
  expect(failure?.message).toMatch(/stored payload of check .* required property 'tries'/)
})

test('a payload of an older version is upgraded before validation', () => {
  const upgrade = (stored: Record<string, unknown>) => ({ text: String(stored.words), tries: 0 })
  const step = letter.step('check', { version: 2, upgrade, commit: () => failRun({ message: '' }) })
  expect(step.payload({ words: 'old' }, 1)).toEqual({ text: 'old', tries: 0 })
  expect(step.payload({ text: 'new', tries: 3 }, 2)).toEqual({ text: 'new', tries: 3 })
  expect(() => step.payload({ words: 'old' }, 2)).toThrow('The stored payload of check is not what this program reads')
})

test('a coordinator may follow itself, follow its edges and start children at any place of a graph', () => {
  const step = post.coordinator('sort', {
    lock,
    commit: ({ step: { payload } }) => (payload.round > 1 ? goTo(post.at.sort, { round: 1 }) : goTo(post.at.send)),
  })
  expect(step).toMatchObject({ graph: 'post', name: 'sort', sandbox: false, lock })
  expect(startAt(post.at.sort, 'of', { round: 2 }, { number: 3 })).toEqual({
    kind: 'post',
    subjectId: 'of',
    first: 'sort',
    payload: { round: 2 },
    number: 3,
  })
})

/** Each of these is refused by the compiler; none is ever called. The sentence is what the developer reads. */
const mistakes = {
  'a place that is misspelt': () =>
    // @ts-expect-error Property 'chekc' does not exist on type …
    goTo(at.chekc),
  'a payload that is left out': () =>
    // @ts-expect-error Expected 2-3 arguments, but got 1.
    goTo(at.send),
  'a payload with a property of another type': () =>
    // @ts-expect-error Type 'number' is not assignable to type 'string'.
    goTo(at.send, { text: 1 }),
  'a payload without one of its properties': () =>
    // @ts-expect-error Property 'tries' is missing in type …
    goTo(at.check, { text: '' }),
  'a payload with a property that is not declared': () =>
    // @ts-expect-error 'more' does not exist in type …
    goTo(at.send, { text: '', more: 1 }),
  'a payload for a step that needs none': () =>
    // @ts-expect-error Type 'string' is not assignable to type 'never'.
    goTo(at.write, { text: '' }),
  'an edge that is not declared': () =>
    letter.step('write', {
      // @ts-expect-error Type '"send"' is not assignable to type '"check"'.
      commit: () => goTo(at.send, { text: '' }),
    }),
  'an edge that is not declared, after a failure': () =>
    letter.step('send', {
      commit: () => finish(),
      // @ts-expect-error Type '"write"' is not assignable to type 'never'.
      failed: () => goTo(at.write),
    }),
  'parking before a step that may not follow': () =>
    letter.step('send', {
      // @ts-expect-error Type '"write"' is not assignable to type 'never'.
      commit: () => park(at.write, { kind: 'retry', labels: ['again'] }),
    }),
  'parking without the payload of the step that follows': () =>
    // @ts-expect-error Expected 3-4 arguments, but got 2.
    park(at.send, { kind: 'retry', labels: ['again'] }),
  'a place of another graph with a step of the same name': () =>
    letter.step('write', {
      // @ts-expect-error Type '"other"' is not assignable to type '"letter"'.
      commit: () => goTo(other.at.check),
    }),
  'a step that the graph does not have': () =>
    // @ts-expect-error Argument of type '"post"' is not assignable to parameter of type …
    letter.step('post', { commit: () => finish() }),
  'a property of the payload that is not declared': () =>
    letter.step('send', {
      // @ts-expect-error Property 'tries' does not exist on type …
      commit: ({ step }) => finish({ tries: step.payload.tries }),
    }),
  'an edge to a step that there is not': () =>
    graph('short', {
      // @ts-expect-error Type '"end"' is not assignable to type '"begin"'.
      begin: { payload: NoPayload, to: ['end'] },
    }),
  'a step that is left out': () => {
    const { check, send, burn } = steps
    // @ts-expect-error Property 'write' is missing in type …
    return letter.workflow({ first: 'write', steps: { check, send, burn } })
  },
  'a step under the name of another': () =>
    // @ts-expect-error Type '"write"' is not assignable to type '"send"'.
    letter.workflow({ first: 'write', steps: { ...steps, send: steps.write } }),
  'a step of another graph': () => {
    const check = other.step('check', { commit: () => finish() })
    // @ts-expect-error Type '"other"' is not assignable to type '"letter"'.
    return letter.workflow({ first: 'write', steps: { ...steps, check } })
  },
  'a step that waits for a change and decides nothing': () =>
    letter.step('write', {
      // @ts-expect-error Type 'UntilChange' is not assignable to type …
      commit: () => untilChange(),
    }),
  'a step that starts children and decides nothing': () =>
    letter.step('burn', {
      // @ts-expect-error Property 'start' does not exist on type …
      commit: async ({ start }) => finish(await start(startAt(other.at.check, ''))),
    }),
  'a coordinator that locks nothing': () =>
    // @ts-expect-error Property 'lock' is missing in type …
    post.coordinator('sort', { commit: () => untilChange() }),
  'a coordinator with an effect': () =>
    // @ts-expect-error 'effect' does not exist in type …
    post.coordinator('sort', { lock, effect: () => Promise.resolve(), commit: () => untilChange() }),
  'a coordinator with a sandbox': () =>
    // @ts-expect-error 'sandbox' does not exist in type …
    post.coordinator('sort', { lock, sandbox: true, commit: () => untilChange() }),
  'an edge of a coordinator that is not declared': () =>
    letter.coordinator('write', {
      lock,
      // @ts-expect-error Type '"burn"' is not assignable to type …
      commit: () => goTo(at.burn),
    }),
  'a coordinator that waits after its failure': () =>
    post.coordinator('sort', {
      lock,
      commit: () => untilChange(),
      // @ts-expect-error Type 'UntilChange' is not assignable to type …
      failed: () => untilChange(),
    }),
  'a child without the payload of its first step': () =>
    // @ts-expect-error Expected 3-4 arguments, but got 2.
    startAt(post.at.sort, ''),
  'a child with a payload of another step': () =>
    // @ts-expect-error 'text' does not exist in type …
    startAt(post.at.sort, '', { text: '' }),
  'a child of no subject': () =>
    // @ts-expect-error Expected at least 2 arguments, but got 1.
    startAt(other.at.check),
  'a first step that there is not': () =>
    // @ts-expect-error Type '"post"' is not assignable to type …
    letter.workflow({ first: 'post', steps }),
}

describe('a mistake in a graph does not compile', () => {
  test.each(Object.keys(mistakes))('%s', (title) => {
    expect(mistakes[title as keyof typeof mistakes]).toBeTypeOf('function')
  })
})
