import { Type } from 'typebox'
import { contract, operation } from '../../../platform/contract/index.ts'
import { described, exampleText, Id, maybe, namedObject, oneOf } from '../../../platform/contract/schema.ts'
import { hitKinds, hitsMost, namedKinds, searchedKinds } from './rules.ts'

const SnippetPart = namedObject('SnippetPart', {
  text: exampleText('A piece of the text, as it is: no markup', 'the first '),
  isHit: Type.Boolean({ description: 'Whether it is a word that was searched for' }),
})

export const SearchHits = namedObject('SearchHits', {
  hits: Type.Array(
    namedObject('SearchHit', {
      kind: described(oneOf(hitKinds), 'The kind of hit; a message is about a project, a cycle or a task'),
      id: described(Id, 'The id of the hit.'),
      title: Type.String({ description: 'Its title; for a message, the title of its subject' }),
      handle: maybe(exampleText('The handle of a cycle or task; null for others', 'HAR-12')),
      projectId: described(Id, 'The project that it belongs to.'),
      projectName: Type.String({ description: 'The name of that project' }),
      cycleId: maybe(described(Id, 'The cycle; null without one.')),
      taskId: maybe(described(Id, 'The task; null without one.')),
      snippet: Type.Array(SnippetPart, {
        description: 'A piece of its text around the first hit; empty without a text',
      }),
      link: maybe(
        exampleText(
          'Where the console shows it, below this server; null for clients',
          '/console/projects/01985d3e-7a10-7000-8000-000000000000',
        ),
      ),
    }),
    {
      description:
        'What has all words of the search, the best first, then the newest; of a cycle and its tasks only the best, unless the search is of one kind',
    },
  ),
  documents: Type.Array(
    namedObject('SearchDocument', {
      id: described(Id, 'The id of the document.'),
      title: exampleText('The name of its file', 'brief.pdf'),
      projectId: maybe(described(Id, 'The project that it is material of; null for none.')),
      projectName: maybe(Type.String({ description: 'The name of that project; null for none' })),
      page: maybe(Type.Integer({ minimum: 1, description: 'The page of the snippet; null if no page has text' })),
      snippet: Type.Array(SnippetPart, { description: 'A piece of that page around the first word that was found' }),
      link: exampleText(
        'Where the console shows it, below this server',
        '/console/documents/01985d3e-7a10-7000-8000-000000000000',
      ),
    }),
    { description: 'Documents of the agency that have all words, the best first; none for clients' },
  ),
  named: Type.Array(
    namedObject('SearchName', {
      kind: described(oneOf(namedKinds), 'The kind of hit'),
      id: exampleText('Tells it from others of its kind', '01985d3e-7a10-7000-8000-000000000000'),
      name: exampleText('Its name, or the number of an invoice', '2026-0001'),
      also: maybe(exampleText('What else it is known by; null for nothing', 'Globex GmbH')),
      link: exampleText(
        'Where the console shows it, below this server',
        '/console/invoices/01985d3e-7a10-7000-8000-000000000000',
      ),
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
    kind: Type.Optional(described(oneOf(searchedKinds), 'Only this kind of hit')),
    projectId: Type.Optional(Type.String({ description: 'Only what belongs to this project' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: hitsMost, description: 'How many at most; 20 without' })),
  }),
  replies: { 200: SearchHits },
  audit: { refusals: 'workspace.search' },
})

export const searching = contract({ search })
