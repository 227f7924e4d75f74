import { describe, tagOf } from './openapi-operation.ts'
import { hoist, type Components, type Json } from './openapi-schema.ts'
import type { Operation } from './operation.ts'
import { ApiError, ValidationError } from './schema.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The version of the contract; that of the server is beside it. */
export const contractVersion = '1.0.0'

interface About {
  /** The version of the server. */
  readonly version: string
  /** Where the server is reached from outside. */
  readonly serverUrl?: string | undefined
  readonly vocabulary?: Vocabulary | undefined
}

/** Returns the OpenAPI 3.1 document of these operations. */
export const openApiDocument = (
  operations: readonly Operation[],
  { version, serverUrl = 'http://127.0.0.1:4310', vocabulary = { words: {}, groups: {} } }: About,
): Json => {
  const components: Components = { schemas: {}, words: vocabulary.words }
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = describe(operation, components)
  }
  hoist(ApiError, components)
  hoist(ValidationError, components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atelier',
      version: contractVersion,
      'x-server-version': version,
      description: introduction(serverUrl),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'This server' }],
    ...tagsOf(operations, vocabulary),
    paths,
    components: { schemas: components.schemas, securitySchemes },
    security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
  }
}

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key, as model clients send it' },
  session: { type: 'apiKey', in: 'cookie', name: 'atelier.session_token', description: 'The session of a browser' },
}

const tagsOf = (operations: readonly Operation[], { groups }: Vocabulary): Json => {
  const descriptions = Object.assign({}, ...Object.values(groups)) as Readonly<Record<string, string>>
  const used = new Set(operations.map(tagOf))
  return {
    tags: [...used].map((name) => ({ name, ...(descriptions[name] && { description: descriptions[name] }) })),
    'x-tagGroups': Object.entries(groups).map(([name, tags]) => ({
      name,
      tags: Object.keys(tags).filter((tag) => used.has(tag)),
    })),
  }
}

/** The text above the operations: a first call, then what all operations share. */
const introduction = (
  serverUrl: string,
): string => `Runs a software agency's delivery: projects, cycles, approvals, and the proof of each step.

## A first call

\`\`\`sh
curl -H "x-api-key: $ATELIER_API_KEY" ${serverUrl}/v1/api/projects
\`\`\`

The first start of a server writes a key into \`owner.json\` of its data folder; \`atelier keys create\` and \`createApiKey\` make more.

## Keys and sessions

Send a key as \`x-api-key\` or \`Authorization: Bearer\`. A key is one person in one workspace, narrowed by its scopes \`read\`, \`write\` and \`admin\`. A browser uses the cookie of its session instead; a request that changes something then has to come from a page of this server.

## Errors

\`\`\`json
{ "error": "The request does not fit its schema. See fields.", "code": "invalid_request", "requestId": "019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11", "fields": [{ "path": "name", "message": "is required", "rule": "required" }] }
\`\`\`

\`error\` is for people, \`code\` is for programs. What the caller may not see is 404. \`Retry-After\` says when a retry may succeed; an error without it does not pass by itself. A change that is sent again with its \`Idempotency-Key\` is made once.

## Pages

A list holds up to 1,000 rows, or \`limit\`. Where there is more, the answer has \`Link: <…>; rel="next"\`: follow the address as it is. A list that is oldest first begins with its newest rows, and \`rel="prev"\` leads back.

\`\`\`sh
curl -i -H "x-api-key: $ATELIER_API_KEY" "${serverUrl}/v1/api/projects?limit=20"
\`\`\`

## Streams

Streams are server-sent events. Each event has an id: send the newest as \`Last-Event-ID\` to go on without a gap. A \`keepalive\` comes every 30 seconds.

\`\`\`sh
curl -N -H "x-api-key: $ATELIER_API_KEY" ${serverUrl}/v1/api/cycles/$CYCLE/stream
\`\`\`
`
