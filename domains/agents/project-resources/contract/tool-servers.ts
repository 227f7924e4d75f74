import { Type } from 'typebox'
import { conflict, operation, toAgencyWho } from '../../../../platform/contract/index.ts'
import { DeletedAck, namedObject, nameText, oneOf, text, Time } from '../../../../platform/contract/schema.ts'

const name = () => nameText(100, { examples: ['tracker'] })
const transport = oneOf(['stdio', 'http', 'sse'])
const command = () => text(1, 100, { pattern: '^[^-\\p{Cc}][^\\p{Cc}]*$', examples: ['npx'] })
const args = () =>
  Type.Array(Type.String({ maxLength: 4_000, pattern: '^[^\\u0000]*$' }), {
    maxItems: 100,
    examples: [['-y', '@example/tracker-mcp@1.4.0']],
  })
const envKeys = () => Type.Array(text(1, 200), { maxItems: 50, uniqueItems: true, examples: [['TRACKER_TOKEN']] })
const url = () => text(1, 2_000, { format: 'uri', examples: ['https://mcp.example.com/mcp'] })
const headers = () =>
  Type.Record(Type.String(), text(1, 4_000), {
    maxProperties: 50,
    examples: [{ Authorization: 'Bearer ${TRACKER_TOKEN}' }],
  })

/** A tool server of the Model Context Protocol (MCP): a command to run (`stdio`), or a URL to call (`http`, `sse`). */
export const ImportMcp = namedObject('ImportMcp', {
  args: Type.Optional(args()),
  command: Type.Optional(command()),
  envKeys: Type.Optional(envKeys()),
  headers: Type.Optional(headers()),
  name: name(),
  transport,
  url: Type.Optional(url()),
})

export const ImportedMcp = namedObject('ImportedMcp', {
  name: name(),
  transport,
  command: Type.Optional(command()),
  args: Type.Optional(args()),
  url: Type.Optional(url()),
  headers: Type.Optional(headers()),
  secrets: Type.Array(Type.String({ examples: ['TRACKER_TOKEN'] })),
  isActive: Type.Literal(true),
  createdAt: Time,
  updatedAt: Time,
})

const access = toAgencyWho('manage', 'project', 'params.id')

export const importProjectMcp = operation({
  method: 'POST',
  path: '/v1/api/projects/{id}/resources/mcp',
  summary: 'Add a tool server for a project’s agents. Replaces one with the same name',
  reach: { page: '/projects/{id}/agents' },
  access,
  body: ImportMcp,
  replies: { 201: ImportedMcp },
  errors: {
    tooMany: conflict({
      code: 'too_many_tool_servers',
      message: 'A project has at most 10 tool servers. Delete an unneeded tool server.',
    }),
  },
  audit: { action: 'tool_server.import', category: 'update', event: 'tool_server.imported' },
})

export const listProjectToolServers = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/resources/mcp',
  summary: 'List the tool servers of a project, by name',
  reach: 'call',
  access,
  replies: { 200: Type.Array(ImportedMcp) },
  audit: { refusals: 'tool_server.list' },
})

export const deleteProjectToolServer = operation({
  method: 'DELETE',
  path: '/v1/api/projects/{id}/resources/mcp/{name}',
  summary: 'Delete a tool server. Succeeds also when it does not exist',
  reach: { page: '/projects/{id}/agents' },
  access,
  replies: { 200: DeletedAck },
  audit: { action: 'tool_server.delete', category: 'delete', event: 'tool_server.deleted' },
})
