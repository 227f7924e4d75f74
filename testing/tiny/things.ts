import { Type } from 'typebox'
import { bytes, contract, operation, resource, to } from '../../platform/contract/index.ts'
import { handle, implement } from '../../platform/handler/index.ts'
import { OutcomeUnknown } from '../../platform/db/unavailable.ts'
import { anyObject, clamped, Id, ignoredIfBad, maybe, oneOf, namedObject } from '../../platform/contract/schema.ts'

declare module '../../platform/contract/access.ts' {
  interface Kinds {
    thing: 'workspace'
  }
}

/** The only thing; every other id is unknown. */
export const knownThing = '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'
const none = { none: 'A test of the conventions changes nothing.', refusals: 'thing.touch' } as const
const reads = { refusals: 'thing.read' } as const
const Echo = anyObject()

export const readThings = operation({
  method: 'GET',
  path: '/v1/api/things',
  reach: 'call',
  summary: 'Give back the query as it was understood',
  access: to('participant'),
  query: Type.Object({
    whole: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
    flag: Type.Optional(Type.Boolean()),
    text: Type.Optional(Type.String({ maxLength: 10 })),
    sort: ignoredIfBad(oneOf(['up', 'down'])),
    top: clamped(1, 50, 10),
  }),
  replies: { 200: Echo },
  audit: reads,
})

export const makeThing = operation({
  method: 'POST',
  path: '/v1/api/things',
  reach: 'call',
  summary: 'Give back the body as it was understood',
  access: to('participant'),
  body: namedObject('MakeThing', {
    name: Type.String({ minLength: 1, maxLength: 5 }),
    count: Type.Optional(Type.Integer({ maximum: 9 })),
    any: Type.Optional(anyObject()),
    label: Type.Optional(maybe(Type.String({ minLength: 3 }))),
  }),
  replies: { 201: Echo },
  audit: none,
})

export const changeThing = operation({
  method: 'PATCH',
  path: '/v1/api/things/{id}',
  reach: 'call',
  summary: 'Change a thing, beside another one that the body names',
  access: to('agency', resource('thing', 'params.id')),
  bodyLimit: 200,
  body: namedObject('ChangeThing', {
    state: oneOf(['free', 'taken', 'full', 'broken', 'unknown']),
    note: Type.Optional(Type.String()),
  }),
  replies: { 200: Echo },
  errors: {
    taken: {
      status: 409,
      code: 'thing_taken',
      message: 'Somebody has it. Wait.',
      details: Type.Object({ holder: Type.String() }),
    },
    full: { status: 503, code: 'thing_full', message: 'There is no room. Try again.', retryAfterSeconds: 5 },
    broken: { status: 503, code: 'thing_broken', message: 'It is broken. Somebody has to mend it.' },
  },
  audit: none,
})

export const linkThing = operation({
  method: 'POST',
  path: '/v1/api/links',
  reach: 'call',
  summary: 'Name a thing in the body',
  access: to('participant', resource('thing', 'body.thingId')),
  body: namedObject('LinkThing', { thingId: Id }),
  replies: { 200: Echo },
  audit: none,
})

export const dropThing = operation({
  method: 'DELETE',
  path: '/v1/api/things/{id}',
  reach: 'call',
  summary: 'An operation without a body',
  access: to('administrator'),
  replies: { 200: Echo },
  audit: none,
})

export const putBytes = operation({
  method: 'PUT',
  path: '/v1/api/bytes',
  reach: 'call',
  summary: 'Count bytes',
  access: to('participant'),
  body: bytes('application/x-noise'),
  bodyLimit: 2 ** 30,
  effect: 'outside',
  replies: { 200: Echo },
  audit: none,
})

export const breakThing = operation({
  method: 'GET',
  path: '/v1/api/broken/{how}',
  reach: 'call',
  summary: 'Fail in a way that nobody declared',
  access: to('participant'),
  replies: { 200: Echo },
  audit: reads,
})

const things = contract({ readThings, makeThing, changeThing, linkThing, dropThing, putBytes, breakThing })

export const thingHandlers = implement(things, {
  readThings: handle(readThings, async ({ query, ok }) => ok({ ...query })),
  makeThing: handle(makeThing, async ({ body, created }) => created({ ...body })),
  changeThing: handle(changeThing, async ({ body, fail, ok }) => {
    if (body.state === 'taken') return fail.taken({ holder: 'Ada' })
    if (body.state === 'full') return fail.full()
    if (body.state === 'broken') return fail.broken()
    if (body.state === 'unknown') throw new OutcomeUnknown(new Error('Connection terminated'))
    return ok({ ...body })
  }),
  linkThing: handle(linkThing, async ({ body, ok }) => ok({ ...body })),
  dropThing: handle(dropThing, async ({ params, ok }) => ok({ ...params })),
  putBytes: handle(putBytes, async ({ body, ok }) => {
    let sizeBytes = 0
    for await (const chunk of body as AsyncIterable<Buffer>) sizeBytes += chunk.length
    return ok({ sizeBytes })
  }),
  breakThing: handle(breakThing, async ({ params }) => {
    if (params.how === 'commit') throw new OutcomeUnknown(new Error('Connection terminated'))
    if (params.how === 'database') throw Object.assign(new Error('secret host'), { code: '57P01' })
    if (params.how === 'late') throw new DOMException('a secret of ours', 'TimeoutError')
    throw new Error('a secret of ours')
  }),
})
