import { Type } from 'typebox'
import { contract, operation } from '../../../platform/contract/index.ts'
import { Id, maybe, namedObject, oneOf } from '../../../platform/contract/schema.ts'
import {
  hitKinds,
  hitsMost,
  namedKinds,
  searchedKinds,
  type HitKind,
  type NamedKind,
  type SearchedKind,
} from './rules.ts'

const SnippetPart = namedObject('SnippetPart', {
  text: Type.String({ description: 'A piece of the text, as it is: no markup', examples: ['the first '] }),
  isHit: Type.Boolean({ description: 'Whether it is a word that was searched for' }),
})

export const SearchHits = namedObject('SearchHits', {
  hits: Type.Array(
    namedObject('SearchHit', {
      kind: Type.Unsafe<HitKind>({
        ...oneOf(hitKinds),
        description: 'The kind of hit; a message is about a project, a cycle or a task',
      }),
      id: Type.String({ ...Id, description: 'The id of the hit.' }),
      title: Type.String({ description: 'Its title; for a message, the title of its subject' }),
      handle: maybe(
        Type.String({ description: 'The handle of a cycle or task; null for others', examples: ['HAR-12'] }),
      ),
      projectId: Type.String({ ...Id, description: 'The project that it belongs to.' }),
      projectName: Type.String({ description: 'The name of that project' }),
      cycleId: maybe(Type.String({ ...Id, description: 'The cycle; null without one.' })),
      taskId: maybe(Type.String({ ...Id, description: 'The task; null without one.' })),
      snippet: Type.Array(SnippetPart, {
        description: 'A piece of its text around the first hit; empty without a text',
      }),
      link: maybe(
        Type.String({
          description: 'Where the console shows it, below this server; null for clients',
          examples: ['/console/projects/01985d3e-7a10-7000-8000-000000000000'],
        }),
      ),
    }),
    {
      description:
        'What has all words of the search, the best first, then the newest; of a cycle and its tasks only the best, unless the search is of one kind',
    },
  ),
  documents: Type.Array(
    namedObject('SearchDocument', {
      id: Type.String({ ...Id, description: 'The id of the document.' }),
      title: Type.String({ description: 'The name of its file', examples: ['brief.pdf'] }),
      projectId: maybe(Type.String({ ...Id, description: 'The project that it is material of; null for none.' })),
      projectName: maybe(Type.String({ description: 'The name of that project; null for none' })),
      page: maybe(Type.Integer({ minimum: 1, description: 'The page of the snippet; null if no page has text' })),
      snippet: Type.Array(SnippetPart, { description: 'A piece of that page around the first word that was found' }),
      link: Type.String({
        description: 'Where the console shows it, below this server',
        examples: ['/console/documents/01985d3e-7a10-7000-8000-000000000000'],
      }),
    }),
    { description: 'Documents of the agency that have all words, the best first; none for clients' },
  ),
  named: Type.Array(
    namedObject('SearchName', {
      kind: Type.Unsafe<NamedKind>({ ...oneOf(namedKinds), description: 'The kind of hit' }),
      id: Type.String({
        description: 'Tells it from others of its kind',
        examples: ['01985d3e-7a10-7000-8000-000000000000'],
      }),
      name: Type.String({ description: 'Its name, or the number of an invoice', examples: ['2026-0001'] }),
      also: maybe(
        Type.String({ description: 'What else it is known by; null for nothing', examples: ['Globex GmbH'] }),
      ),
      link: Type.String({
        description: 'Where the console shows it, below this server',
        examples: ['/console/invoices/01985d3e-7a10-7000-8000-000000000000'],
      }),
    }),
    {
      description:
        'Clients, invoices, deliverables, members, growth projects, plays, leads and keys of secrets with all words anywhere in their name, 8 of each at most; none for clients, for keys that name projects, and for a search of one project or of a kind of texts',
    },
  ),
  isCut: Type.Boolean({ description: 'Whether there is more than is shown: another word of it narrows the search' }),
})

export const search = operation({
  method: 'GET',
  path: '/v1/api/search',
  summary: 'Search projects, cycles, tasks, conversations and, for the agency, documents by word prefixes',
  clientPortal: true,
  reach: 'call',
  access: {
    who: 'participant',
    on: { kind: 'project', id: 'query.projectId', needs: 'view', whenMissing: 'workspace' },
  },
  heavy: true,
  query: Type.Object({
    q: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Words or word prefixes, case- and accent-insensitive; the eight rarest count. What has the handle comes first',
      examples: ['checkout rounding'],
    }),
    kind: Type.Optional(Type.Unsafe<SearchedKind>({ ...oneOf(searchedKinds), description: 'Only this kind of hit' })),
    projectId: Type.Optional(Type.String({ description: 'Only what belongs to this project' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: hitsMost, description: 'How many at most; 20 without' })),
  }),
  replies: { 200: SearchHits },
  audit: { refusals: 'workspace.search' },
})

export const searching = contract({ search })
