import { Type } from 'typebox'
import {
  conflict,
  contract,
  operation,
  resource,
  resourceWithoutClients,
  to,
  toAgencyWho,
} from '../../../platform/contract/index.ts'
import {
  described,
  exampleText,
  Id,
  lineText,
  maybe,
  namedObject,
  nameText,
  newNameText,
  oneOf,
  paging,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { agentRoles, duties, harnessNames, pipelines, sandboxProfiles } from './rules.ts'

export { agentRoles, builtInIds, harnessNames, rounds, type AgentRole, type HarnessName, type Round } from './rules.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    agent: 'workspace'
  }
}

const avatarKeys = [
  ...(['nucleus', 'strand', 'codon', 'pheno', 'proof', 'telo', 'script', 'bot', 'spark', 'orbit'] as const),
  ...(['sprout', 'echo', 'pixel'] as const),
] as const

const HarnessName = oneOf(harnessNames, { description: 'The program that drives the model.' })

const aboutPipeline =
  'What follows when it has carried a task out, before the checks. default: nothing. full: tests, then documentation. docs: documentation. security: tests of misuse. lint: what linters report of the change.'

const aboutProfile =
  'builder: the sandbox of every other agent. desktop, e2e: the same, and the browser of the machine in the environment of the agent and the checks.'

const aboutRuntime =
  'The version of Node that runs setup and checks, such as 22 or 22.11.0; null for that of the repository or the machine.'

export const Agent = namedObject('Agent', {
  id: Id,
  projectId: maybe(
    Type.String({ ...Id, description: 'The project that it belongs to; null for the whole workspace.' }),
  ),
  name: exampleText('The name, unique in its scope.', 'Careful coder'),
  description: maybe(exampleText('The purpose of the agent.', 'Reads everything twice.')),
  instructions: maybe(
    exampleText(
      'How it works; null for the instructions of the built-in coder.',
      'Read the tests before you change code.',
    ),
  ),
  duty: oneOf(duties, { description: 'executor: carries tasks out. intake: takes requests in.' }),
  role: maybe(oneOf(agentRoles, { description: 'The job of a built-in agent; null for an agent that people made.' })),
  avatarKey: maybe(exampleText('The picture that it is shown with.', 'bot')),
  avatarUrl: maybe(exampleText('A picture of its own.', 'https://example.com/careful.png')),
  modelOverride: maybe(exampleText('The model that it works with.', 'gpt-5')),
  pipeline: maybe(exampleText(`${aboutPipeline} null is default.`, 'docs')),
  runtimeKind: HarnessName,
  runtimeVersion: maybe(Type.String({ examples: ['22'], description: aboutRuntime })),
  sandboxProfile: maybe(oneOf(sandboxProfiles, { description: aboutProfile })),
  isBuiltIn: Type.Boolean({ description: 'Whether it came with the product.' }),
  isActive: Type.Boolean({ description: 'Whether it may be given work.' }),
  createdByUserId: maybe(Type.String({ ...Id, description: 'Who made it; null for a built-in one.' })),
  createdAt: Time,
  updatedAt: Time,
  deactivatedAt: maybe(described(Time, 'When it was deactivated.')),
  carriesOutTasks: Type.Optional(
    Type.Boolean({
      description:
        'Of a new fork: whether it carries out the tasks of its scope from now on. The newest agent there that executes under the harness does, a fork of a built-in one too.',
    }),
  ),
})

/** Equal fields under the name that the specification uses for the answer of an import. */
const ImportedAgent = namedObject('ImportedAgent', Agent.properties)

const instructions = (least: 0 | 1) =>
  text(least, 20_000, { examples: ['Read the tests before you change code.'], description: 'How it works.' })
const scope = Type.Optional(
  maybe(Type.String({ ...Id, description: 'The project that it is for; null or left out for the workspace.' })),
)
const changeable = {
  avatarKey: Type.Optional(maybe(oneOf(avatarKeys, { description: 'The picture that it is shown with.' }))),
  avatarUrl: Type.Optional(
    maybe(text(1, 2_048, { format: 'uri', pattern: '^https://', description: 'A picture of its own.' })),
  ),
  description: Type.Optional(maybe(text(0, 2_000, { description: 'The purpose of the agent.' }))),
  duty: Type.Optional(oneOf(duties, { description: 'executor: carries tasks out. intake: takes requests in.' })),
  instructions: Type.Optional(maybe(instructions(0))),
  modelOverride: Type.Optional(
    maybe(lineText(200, { examples: ['gpt-5'], description: 'The model that it works with.' })),
  ),
  pipeline: Type.Optional(oneOf(pipelines, { description: aboutPipeline })),
  runtimeVersion: Type.Optional(maybe(lineText(100, { examples: ['22'], description: aboutRuntime }))),
}
const aboutName = { examples: ['Careful coder'], description: 'The name; unique in its scope.' }
const name = (most: number) => nameText(most, aboutName)

const CreateAgent = namedObject('CreateAgent', {
  ...changeable,
  name: name(120),
  projectId: scope,
  runtimeKind: HarnessName,
})
const UpdateAgent = namedObject('UpdateAgent', {
  ...changeable,
  name: Type.Optional(newNameText(32, aboutName)),
  projectId: scope,
  runtimeKind: Type.Optional(HarnessName),
})
const ForkAgent = namedObject('ForkAgent', {
  instructions: Type.Optional(maybe(instructions(0))),
  name: name(120),
  projectId: scope,
})
const ImportAgent = namedObject('ImportAgent', {
  description: Type.Optional(text(0, 2_000, { description: 'The purpose of the agent.' })),
  instructions: instructions(1),
  name: name(120),
  runtimeKind: oneOf(['runtime-1', 'runtime-2', 'runtime-3', 'native'], {
    description: 'The program that drives the model.',
  }),
  sandboxProfile: oneOf(sandboxProfiles, { description: aboutProfile }),
})

const administratorsOnly = {
  status: 403,
  code: 'administrators_only',
  message: 'An agent of the whole workspace is made and changed by an owner or an administrator.',
} as const
const noProject = {
  status: 404,
  code: 'project_not_found',
  message: 'There is no such project in this workspace.',
} as const
const nameTaken = conflict({
  code: 'agent_name_taken',
  message: 'Another agent of this project, or of the workspace, has this name. Choose another name.',
})
const intakeTaken = conflict({
  code: 'agent_intake_taken',
  message: 'There is an active intake agent already, and there can be only one. Deactivate it first.',
})
const builtIn = conflict({
  code: 'agent_built_in',
  message: 'A built-in agent cannot be changed. Fork it and change the fork.',
})
const inactive = conflict({
  code: 'agent_inactive',
  message: 'This agent is deactivated and cannot be changed. Reactivate it (reactivateAgent), or fork it.',
})
const archived = conflict({
  code: 'project_archived',
  message: 'This project is archived. Its agents can be read, not changed.',
})
const clashes = { administratorsOnly, nameTaken, intakeTaken, archived }

export const listAgents = operation({
  method: 'GET',
  path: '/v1/api/agents',
  summary: 'List active agents of a project and the workspace, or of all projects',
  reach: 'call',
  access: { who: 'agency', on: { kind: 'project', id: 'query.projectId', needs: 'view', whenMissing: 'workspace' } },
  query: Type.Object({ projectId: Type.Optional(Type.String()), ...paging }),
  replies: { 200: Type.Array(Agent) },
  audit: { refusals: 'agent.list' },
  reads: { agent: 'all' },
})

export const createAgent = operation({
  method: 'POST',
  path: '/v1/api/agents',
  summary: 'Create an agent for a project, or, as an administrator, for the workspace',
  reach: 'call',
  access: { who: 'agency', on: { kind: 'project', id: 'body.projectId', needs: 'manage', whenMissing: 'workspace' } },
  body: CreateAgent,
  replies: { 201: Agent },
  errors: clashes,
  audit: { action: 'agent.create', category: 'create', event: 'agent.created' },
})

export const getAgent = operation({
  method: 'GET',
  path: '/v1/api/agents/{id}',
  summary: 'Read an agent, active or deactivated',
  reach: 'call',
  access: to('agency', resource('agent', 'params.id')),
  replies: { 200: Agent },
  audit: { refusals: 'agent.get' },
})

export const updateAgent = operation({
  method: 'PATCH',
  path: '/v1/api/agents/{id}',
  summary: 'Update an agent. Omitted fields stay as they are',
  reach: 'call',
  access: to('agency', resourceWithoutClients('agent', 'params.id')),
  body: UpdateAgent,
  replies: { 200: Agent },
  errors: { ...clashes, builtIn, inactive, noProject },
  audit: { action: 'agent.update', category: 'update', event: 'agent.updated' },
})

export const deactivateAgent = operation({
  method: 'POST',
  path: '/v1/api/agents/{id}/deactivate',
  summary: 'Deactivate an agent. It gets no more work; its history stays',
  reach: 'call',
  access: to('agency', resourceWithoutClients('agent', 'params.id')),
  replies: { 200: Agent },
  errors: { administratorsOnly, archived },
  audit: { action: 'agent.deactivate', category: 'update', event: 'agent.deactivated' },
})

export const reactivateAgent = operation({
  method: 'POST',
  path: '/v1/api/agents/{id}/reactivate',
  summary: 'Reactivate a deactivated agent, built-in or not',
  reach: 'call',
  access: to('agency', resourceWithoutClients('agent', 'params.id')),
  replies: { 200: Agent },
  errors: clashes,
  audit: { action: 'agent.reactivate', category: 'update', event: 'agent.reactivated' },
})

export const forkAgent = operation({
  method: 'POST',
  path: '/v1/api/agents/{id}/fork',
  summary: 'Fork an agent, built-in or not',
  reach: 'call',
  access: to('agency', resourceWithoutClients('agent', 'params.id')),
  body: ForkAgent,
  replies: { 201: Agent },
  errors: { ...clashes, noProject },
  audit: { action: 'agent.fork', category: 'create', event: 'agent.forked' },
})

export const importProjectAgent = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/resources/agent',
  summary: 'Import an agent into a project from a file of its repository',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.id'),
  body: ImportAgent,
  replies: { 201: ImportedAgent },
  errors: { nameTaken },
  audit: { action: 'agent.import', category: 'create', event: 'agent.imported' },
})

export const agents = contract({
  listAgents,
  createAgent,
  getAgent,
  updateAgent,
  deactivateAgent,
  reactivateAgent,
  forkAgent,
  importProjectAgent,
})
