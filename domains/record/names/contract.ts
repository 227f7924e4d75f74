import { Type } from 'typebox'
import { contract, operation, to } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf } from '../../../platform/contract/schema.ts'
import { namedKinds, namesMost } from './rules.ts'

const list = (what: string, each: number) =>
  Type.Optional(
    Type.String({
      maxLength: namesMost * (each + 1),
      description: `${what}, with commas between them, at most ${namesMost}`,
    }),
  )

export const Names = namedObject('Names', {
  names: Type.Array(
    namedObject('NamedThing', {
      id: Type.String({ ...Id, description: 'The id that was asked for.' }),
      kind: Type.Unsafe<(typeof namedKinds)[number]>({ ...oneOf(namedKinds), description: 'Its kind' }),
      title: Type.String({
        description: 'Its name or title; for an API key the name of its person, for an invoice its number',
        examples: ['Orders say when they are due'],
      }),
      handle: Type.Optional(Type.String({ description: 'The handle of a cycle or task', examples: ['HAR-12'] })),
      projectId: maybe(Type.String({ ...Id, description: 'The project that it belongs to; null without one.' })),
      cycleId: maybe(Type.String({ ...Id, description: 'The cycle that it belongs to; null without one.' })),
      clientAccountId: maybe(
        Type.String({ ...Id, description: 'The client account of a project; null without one, and of other things.' }),
      ),
    }),
    { description: 'The things that are there and may be seen' },
  ),
  actors: Type.Array(
    namedObject('TraceActor', {
      traceId: Type.String({ description: 'The trace.', examples: ['4bf92f3577b34da6a3ce929d0e0e4736'] }),
      actorType: Type.Unsafe<'user' | 'api_key'>({
        ...oneOf(['user', 'api_key'] as const),
        description: 'What kind of actor it was',
      }),
      actorId: Type.String({ ...Id, description: 'The person or the key.' }),
      name: maybe(Type.String({ description: 'The name of the person; null for one who left', examples: ['Mira'] })),
    }),
    { description: 'The person who began each trace; traces that no person began are left out' },
  ),
})

export const listNames = operation({
  method: 'GET',
  path: '/v1/api/names',
  summary: 'Look up the names of resources by their ids, and who began a trace',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({
    ids: list('Ids of resources, people and keys', 36),
    traceIds: list('Traces of events', 32),
  }),
  replies: { 200: Names },
  audit: { refusals: 'name.list' },
  reads: { project: 'all', member: 'all', client_account: 'all', client_invoice: 'all' },
})

export const names = contract({ listNames })
