import { Type } from 'typebox'
import { conflict, contract, operation, resource, to } from '../../../platform/contract/index.ts'
import {
  described,
  exampleText,
  Id,
  maybe,
  namedObject,
  nameText,
  oneOf,
  pagesOf,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { growthRunStatuses, runFailures, statementKinds, statementMostChars, statementsMost } from './rules.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    growth_project: 'workspace'
  }
}

const access = to('agency', resource('growth_project', 'params.projectId'))
const one = '/v1/api/growth/projects/{projectId}'

const notes = maybe(
  text(1, 50_000, {
    description: 'The company’s description of itself beside its website; null without one.',
    examples: ['We work for wholesalers in Austria.'],
  }),
)
const kind = oneOf(statementKinds, {
  description: 'The subject: the company’s work, its customers, proof, its tone, or its offer.',
})
export const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] })

const GrowthStatement = namedObject('GrowthStatement', {
  id: described(Id, 'The statement; the same from version to version.'),
  kind,
  text: exampleText('The text of the statement.', 'Builds web shops for wholesalers.'),
  origin: oneOf(['page', 'person'], {
    description: '`page`: quoted from a page. `person`: a person wrote or changed it.',
  }),
  pageUrl: maybe(exampleText('The page with the statement; null if a person wrote it.', 'https://example.com/')),
  quote: maybe(
    exampleText(
      'The words of that page at the time of reading; null if a person wrote it.',
      'We build web shops for wholesale.',
    ),
  ),
})

export const GrowthBrain = namedObject('GrowthBrain', {
  version: Type.Integer({ minimum: 1, description: 'Which version this is, from 1.', examples: [2] }),
  newestVersion: Type.Integer({ minimum: 1, description: 'The newest version.', examples: [3] }),
  source: oneOf(['research', 'person'], { description: 'Whether a run wrote this version, or a person.' }),
  writtenBy: maybe(described(Id, 'The person; null if a run wrote it.')),
  createdAt: Time,
  statements: Type.Array(GrowthStatement, { description: 'Its statements about the company, in order.' }),
})

/** Why a run failed, by one of these codes. */
export const failureOf = <const Codes extends readonly [string, ...string[]]>(codes: Codes, example: string) =>
  maybe(
    Type.Object(
      {
        code: oneOf(codes, { description: 'For programs.' }),
        message: exampleText('A sentence for people.', example),
      },
      { description: 'Why it failed; null if it did not.' },
    ),
  )

export const GrowthRun = namedObject('GrowthRun', {
  id: Id,
  status: oneOf(growthRunStatuses, { description: '`reading` the website, then `writing` the brain.' }),
  failure: failureOf(runFailures, 'The website did not answer.'),
  pagesRead: count('Pages whose text was read.'),
  pagesSkipped: count('Addresses without a useful page: refused, a repeated text, or another site.'),
  statementsWritten: count('Statements that it wrote.'),
  statementsDropped: count('Statements of the model that were left out because no page has their quoted words.'),
  brainVersion: maybe(Type.Integer({ minimum: 1, description: 'The version that it wrote; null for none.' })),
  costUsd: Type.Number({ minimum: 0, description: 'What its model calls cost, in dollars.' }),
  createdAt: Time,
  endedAt: maybe(Time),
})

const fields = {
  id: Id,
  name: exampleText('The name of the growth project.', 'example.com'),
  websiteUrl: exampleText('The website of the company.', 'https://example.com/'),
  notes,
  createdAt: Time,
  archivedAt: maybe(described(Time, 'When it was archived; null while it is not.')),
}

export const GrowthProject = namedObject('GrowthProject', fields)
export const GrowthProjectRead = namedObject('GrowthProjectRead', {
  ...fields,
  brain: maybe(GrowthBrain),
  lastRun: maybe(GrowthRun),
})

const CreateGrowthProject = namedObject('CreateGrowthProject', {
  websiteUrl: text(1, 2_000, {
    description: 'The public website of the company, such as https://example.com.',
    examples: ['https://example.com'],
  }),
  name: Type.Optional(nameText(200, { description: 'Its name; by default the host of the website.' })),
  notes: Type.Optional(notes),
})

const StartGrowthRun = namedObject('StartGrowthRun', {
  websiteUrl: Type.Optional(
    text(1, 2_000, {
      description: 'Another public website of the company: it is read, and replaces the previous website.',
      examples: ['https://example.com'],
    }),
  ),
  notes: Type.Optional(notes),
})

const ReplaceGrowthBrain = namedObject('ReplaceGrowthBrain', {
  version: Type.Integer({
    minimum: 0,
    description: 'The version to replace; 0 for the first. A different current version is refused with 409.',
    examples: [2],
  }),
  statements: Type.Array(
    namedObject('TypedGrowthStatement', {
      id: Type.Optional(described(Id, 'A statement of that version; a new one without it.')),
      kind,
      text: text(1, statementMostChars, {
        description: 'The text of the statement. Unchanged text keeps its page; else it is marked as a person’s.',
        examples: ['Builds web shops for wholesalers.'],
      }),
    }),
    { maxItems: statementsMost, description: 'All statements of the new version. One that is left out is removed.' },
  ),
})

export const GrowthCitableProject = namedObject('GrowthCitableProject', {
  projectId: Id,
  name: exampleText('The name of the project.', 'Shop'),
  completedAt: maybe(described(Time, 'When its last cycle was completed; null while one is at work.')),
  finishedAt: described(Time, 'The later of its completion and its last approval.'),
  approvals: Type.Array(
    namedObject('GrowthCitableApproval', {
      approvalId: Id,
      cycleId: Id,
      title: exampleText('The title of the deliverable.', 'Checkout'),
      comment: maybe(Type.String({ description: 'The client’s comment; null without one.' })),
      approvedAt: described(Time, 'When the client approved it.'),
    }),
    { description: 'Deliverables that the client approved, the newest first; at most 50.' },
  ),
})

export const archived = conflict({
  code: 'growth_project_archived',
  message: 'This growth project is archived. Take it out of the archive first.',
})
const running = conflict({
  code: 'growth_run_active',
  message: 'A run of this growth project is at work. Wait until it has ended.',
})

export const listGrowthProjects = operation({
  method: 'GET',
  path: '/v1/api/growth/projects',
  summary: 'List the growth projects, newest first, archived ones too',
  reach: 'call',
  access: to('agency'),
  ...pagesOf(GrowthProject),
  audit: { refusals: 'growth_project.list' },
  reads: { growth_project: 'all' },
})

export const createGrowthProject = operation({
  method: 'POST',
  path: '/v1/api/growth/projects',
  summary: 'Create a growth project from a website, and start its research run',
  reach: 'call',
  access: to('agency'),
  body: CreateGrowthProject,
  replies: { 201: GrowthProjectRead },
  audit: { action: 'growth_project.create', category: 'create', event: 'growth_project.created' },
})

export const archiveGrowthProject = operation({
  method: 'POST',
  path: `${one}/archive`,
  summary: 'Archive a growth project: nothing runs and nothing is sent in it any more',
  reach: 'call',
  access,
  replies: { 200: GrowthProject },
  errors: { archived, running },
  audit: { action: 'growth_project.archive', category: 'update', event: 'growth_project.archived' },
})

export const unarchiveGrowthProject = operation({
  method: 'POST',
  path: `${one}/unarchive`,
  summary: 'Take a growth project out of the archive',
  reach: 'call',
  access,
  replies: { 200: GrowthProject },
  errors: {
    notArchived: conflict({ code: 'growth_project_not_archived', message: 'This growth project is not archived.' }),
  },
  audit: { action: 'growth_project.unarchive', category: 'update', event: 'growth_project.unarchived' },
})

export const startGrowthRun = operation({
  method: 'POST',
  path: `${one}/runs`,
  summary: 'Read the website again and write a new version of the Company brain',
  reach: 'call',
  access,
  body: StartGrowthRun,
  replies: { 202: GrowthRun },
  errors: { archived, running },
  audit: { action: 'growth_run.start', category: 'execute', event: 'growth_run.started' },
  touches: ['growth_project', 'growth_run'],
})

export const getGrowthBrain = operation({
  method: 'GET',
  path: `${one}/brain`,
  summary: 'Read the Company brain, the newest version or an earlier one',
  reach: 'call',
  access,
  query: Type.Object({
    version: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Which version; the newest without it.' }),
    ),
  }),
  replies: { 200: GrowthBrain },
  errors: {
    noBrain: {
      status: 404,
      code: 'growth_brain_not_found',
      message: 'This growth project has no such version of its brain.',
    },
  },
  audit: { refusals: 'growth_brain.get' },
  reads: { growth_run: 'all', growth_brain: 'all' },
})

export const replaceGrowthBrain = operation({
  method: 'PUT',
  path: `${one}/brain`,
  summary: 'Replace the Company brain by hand; earlier versions are kept',
  reach: 'call',
  access,
  body: ReplaceGrowthBrain,
  replies: { 200: GrowthBrain },
  errors: {
    archived,
    changed: conflict({
      code: 'growth_brain_changed',
      message: 'The brain was replaced meanwhile. Read the newest version, and make your changes there.',
    }),
  },
  audit: { action: 'growth_brain.replace', category: 'update', event: 'growth_brain.replaced' },
})

export const listGrowthCitableProjects = operation({
  method: 'GET',
  path: '/v1/api/growth/citable-projects',
  summary: 'List delivery projects that were completed or approved by the client, most recently finished first',
  reach: 'call',
  access: to('agency'),
  ...pagesOf(GrowthCitableProject),
  audit: { refusals: 'growth_citable_project.list' },
  reads: { project: 'all', cycle: 'all', deliverable: 'all', deliverable_approval: 'all' },
})

export const research = contract({
  listGrowthProjects,
  createGrowthProject,
  archiveGrowthProject,
  unarchiveGrowthProject,
  startGrowthRun,
  getGrowthBrain,
  replaceGrowthBrain,
  listGrowthCitableProjects,
})
