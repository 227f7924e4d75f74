import { Type } from 'typebox'
import { contract, operation, to } from '../../../platform/contract/index.ts'
import { described, exampleText, Id, maybe, namedObject, oneOf } from '../../../platform/contract/schema.ts'
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
      id: described(Id, 'The id that was asked for.'),
      kind: described(oneOf(namedKinds), 'Its kind'),
      title: exampleText(
        'Its name or title; for an API key the name of its person, for an invoice its number',
        'Orders say when they are due',
      ),
      handle: Type.Optional(exampleText('The handle of a cycle or task', 'HAR-12')),
      projectId: maybe(described(Id, 'The project that it belongs to; null without one.')),
      cycleId: maybe(described(Id, 'The cycle that it belongs to; null without one.')),
      clientAccountId: maybe(described(Id, 'The client account of a project; null without one, and of other things.')),
    }),
    { description: 'The things that are there and may be seen' },
  ),
  actors: Type.Array(
    namedObject('TraceActor', {
      traceId: exampleText('The trace.', '4bf92f3577b34da6a3ce929d0e0e4736'),
      actorType: described(oneOf(['user', 'api_key'] as const), 'What kind of actor it was'),
      actorId: described(Id, 'The person or the key.'),
      name: maybe(exampleText('The name of the person; null for one who left', 'Mira')),
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
