import { Type } from 'typebox'
import { operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, pagesOf, Time } from '../../../../platform/contract/schema.ts'
import { messageIdTaken } from './comments.ts'
import { contentOfMessage, WireMessage } from './cycle.ts'

export const ProjectMessage = namedObject('ProjectMessage', { content: contentOfMessage, messageId: Type.Optional(Id) })

const counted = { messages: Type.Integer({ minimum: 0 }), newestAt: maybe(Time) }

export const ProjectThreads = namedObject('ProjectThreads', {
  projectId: Id,
  ...counted,
  cycles: Type.Array(
    namedObject('CycleThreads', {
      cycleId: Id,
      title: Type.String(),
      ...counted,
      agents: Type.Array(namedObject('AgentThread', { agentId: Id, name: maybe(Type.String()), ...counted })),
      tasks: Type.Array(namedObject('TaskThread', { taskId: Id, title: Type.String(), ...counted })),
    }),
  ),
  cyclesTruncated: Type.Boolean(),
})

export const listProjectMessages = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/messages',
  summary: 'List the messages of a project’s own conversation, oldest first',
  leadsBack: true,
  reach: 'call',
  access: toThoseWho('view', 'project', 'params.id'),
  ...pagesOf(WireMessage),
  audit: { refusals: 'project.list_messages' },
  reads: { project: 'projectId' },
})

export const sendProjectMessage = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/messages',
  summary: 'Post a message in a project’s own conversation. Agents of later work read messages of people who may steer',
  reach: 'call',
  access: toThoseWho('view', 'project', 'params.id'),
  body: ProjectMessage,
  replies: { 201: WireMessage },
  errors: { messageIdTaken },
  audit: { action: 'project.message', category: 'create', event: 'project.messaged' },
})

export const getProjectThreads = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/threads',
  summary: 'List the conversation threads of a project, with message counts and latest times',
  reach: 'call',
  access: toThoseWho('view', 'project', 'params.id'),
  replies: { 200: ProjectThreads },
  audit: { refusals: 'project.read_threads' },
  reads: { cycle: 'projectId' },
})
