import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breaksBetween, changesBetween } from './breaks.ts'
import { misfits } from './fit.ts'
import type { Schema, Snapshot, SnapshotOperation } from './snapshot.ts'

const operation: SnapshotOperation = {
  method: 'POST',
  path: '/v1/api/shops/{id}',
  summary: 'Change a shop',
  replay: 'key',
  query: { type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum: 50 } } },
  body: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', maxLength: 20 },
      state: { type: 'string', enum: ['open', 'closed'] },
      old: { type: 'string', deprecated: true },
    },
  },
  answers: { 200: { json: { $ref: 'Shop' } } },
  errors: {},
}
const shop: Schema = {
  type: 'object',
  required: ['id', 'state', 'owner'],
  additionalProperties: false,
  properties: {
    id: { type: 'string' },
    state: { type: 'string', enum: ['open', 'closed'] },
    owner: { anyOf: [{ $ref: 'Person' }, { type: 'null' }] },
    former: { type: 'string', deprecated: true },
  },
}
const person: Schema = {
  type: 'object',
  required: ['name', 'shops'],
  properties: { name: { type: 'string' }, shops: { type: 'array', items: { $ref: 'Shop' } } },
}
const released: Snapshot = {
  version: '1.0.0',
  operations: {
    changeShop: operation,
    watchShop: {
      ...operation,
      method: 'GET',
      replay: 'safe',
      answers: { 200: { events: { sold: { $ref: 'Shop' } }, resumes: true } },
    },
  },
  records: { Shop: shop, Person: person },
  commonErrors: {},
}

type Change = (operation: SnapshotOperation) => Partial<SnapshotOperation>
const properties = (schema: Schema | undefined) => schema?.properties ?? {}
const withBody =
  (change: (body: Schema) => Partial<Schema>): Change =>
  ({ body }) => ({ body: { ...body, ...change(body!) } })
const withField = (name: string, field: Partial<Schema>) =>
  withBody((body) => ({ properties: { ...properties(body), [name]: { ...properties(body)[name], ...field } } }))
const changed = (change: Change): Snapshot => ({
  ...released,
  operations: { ...released.operations, changeShop: { ...operation, ...change(operation) } },
})
const withShop = (change: Partial<Schema>): Snapshot => ({
  ...released,
  records: { ...released.records, Shop: { ...shop, ...change } },
})
const { id: _id, ...withoutId } = shop.properties!
const { former: _former, ...withoutFormer } = shop.properties!
const { old: _old, ...withoutOld } = operation.body!.properties!
const { state: _state, ...withoutState } = operation.body!.properties!

const compatible: Readonly<Record<string, Snapshot>> = {
  'a new operation': { ...released, operations: { ...released.operations, sellShop: operation } },
  'a field that may be left out': changed(withField('note', { type: 'string' })),
  'a word that is accepted': changed(withField('state', { enum: ['open', 'closed', 'sold'] })),
  'a wider limit': changed(withField('name', { maxLength: 30 })),
  'a field that is no longer required': changed(withBody(() => ({ required: [] }))),
  'a field that went after it was announced': changed(withBody(() => ({ properties: withoutOld }))),
  'another error code': changed(() => ({ errors: { shop_closed: { status: 409 } } })),
  'a field in an answer': withShop({ properties: { ...shop.properties, size: { type: 'integer' } } }),
  'a word in an answer': withShop({
    properties: { ...shop.properties, state: { type: 'string', enum: ['open', 'sold'] } },
  }),
  'an announced field gone from an answer': withShop({ properties: withoutFormer }),
  'an announcement': changed(() => ({ deprecated: { since: '1.1.0', instead: 'Use sellShop.' } })),
  'a key that may be sent': changed(() => ({ isBodyOptional: true })),
}

const incompatible: Readonly<Record<string, readonly [Snapshot, what: string]>> = {
  'an operation that is gone': [
    { ...released, operations: { watchShop: released.operations.watchShop! } },
    'it is gone',
  ],
  'another path': [changed(() => ({ path: '/v1/api/shop' })), 'it is POST /v1/api/shop'],
  'a key that is refused': [changed(() => ({ replay: 'never' })), 'it cannot be sent again as before: key, now never'],
  'a field that is required': [
    changed(
      withBody((body) => ({
        required: ['name', 'city'],
        properties: { ...properties(body), city: { type: 'string' } },
      })),
    ),
    'body: city is required',
  ],
  'a field that is gone': [changed(withBody(() => ({ properties: withoutState }))), 'body: state is no field any more'],
  'a word that is refused': [changed(withField('state', { enum: ['open'] })), 'body: state may be "closed"'],
  'a narrower limit': [changed(withField('name', { maxLength: 10 })), 'body: name has a narrower maxLength'],
  'a new limit': [changed(withField('name', { pattern: '^a' })), 'body: name has a narrower pattern'],
  'another type': [changed(withField('name', { type: 'integer' })), 'body: name is string and not integer'],
  'a field gone from an answer': [
    withShop({ properties: withoutId, required: ['state', 'owner'] }),
    'answer: id is missing or optional',
  ],
  'null in an answer': [
    withShop({ properties: { ...shop.properties, id: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }),
    'answer: id is null and not string',
  ],
  'bytes instead of JSON': [changed(() => ({ answers: { 200: { bytes: 'image/png' } } })), 'it answers with no json'],
  'a stream that does not resume': [
    {
      ...released,
      operations: {
        ...released.operations,
        watchShop: { ...released.operations.watchShop!, answers: { 200: { events: { sold: { $ref: 'Shop' } } } } },
      },
    },
    'its stream does not resume',
  ],
}

describe('a contract', () => {
  test.each(Object.entries(compatible))('may have %s', (_what, current) => {
    expect(breaksBetween(released, current)).toEqual([])
  })

  test.each(Object.entries(incompatible))('may not have %s', (_what, [current, what]) => {
    expect(breaksBetween(released, current)).toContainEqual({ operation: expect.any(String), what })
  })

  test('may have any of these after the operation was announced as deprecated', () => {
    const instead = { since: '1.0.0', instead: 'Use sellShop.' }
    const announced = Object.fromEntries(
      Object.entries(released.operations).map(([id, one]) => [id, { ...one, deprecated: instead }]),
    )
    for (const [current] of Object.values(incompatible))
      expect(breaksBetween({ ...released, operations: announced }, current)).toEqual([])
  })

  test('is compared with the previous contract for the changelog', () => {
    const current = { ...compatible['a new operation']!, records: withShop({ title: 'x' }).records }
    expect(changesBetween(released, current)).toEqual({
      added: ['sellShop'],
      changed: ['changeShop', 'watchShop'],
      deprecated: [],
      removed: [],
    })
  })
})

const names = ['a', 'b'] as const
const { schema: schemas } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Schema>({ type: 'null' }, { type: 'boolean' }, { type: 'number' }),
    fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ type: fc.constant('string'), enum: fc.subarray(['', 'x', 'xyz'], { minLength: 1 }) }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), maxItems: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { noNullPrototype: true }),
      additionalProperties: fc.constant(false),
    }),
  ),
}))
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 1, 2, 0.5, '', 'x', 'xyz'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { noNullPrototype: true }),
  ),
}))
const ajv = new Ajv2020({ strict: false, addUsedSchema: false })
const isValid = (schema: Schema, value: unknown) => ajv.compile(schema)(value)

test('a valid request before is valid after, for any two schemas without a misfit', () => {
  let fitting = 0
  fc.assert(
    fc.property(schemas, schemas, fc.array(values, { minLength: 20, maxLength: 20 }), (before, now, sent) => {
      const records = {}
      if (misfits({ schema: before, records }, { schema: now, records }, 'request').length > 0) return
      fitting += 1
      for (const value of sent) if (isValid(before, value)) expect(isValid(now, value)).toBe(true)
    }),
    { numRuns: 600 },
  )
  expect(fitting).toBeGreaterThan(20)
})

test('a schema fits itself in both directions', () => {
  fc.assert(
    fc.property(schemas, fc.constantFrom('request', 'answer'), (schema, direction) => {
      const one = { schema, records: {} }
      expect(misfits(one, one, direction)).toEqual([])
    }),
  )
})
