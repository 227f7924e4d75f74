import { introduction } from './openapi-introduction.ts'
import { describe, tagOf } from './openapi-operation.ts'
import { hoist, type Components, type Json } from './openapi-schema.ts'
import type { Operation } from './operation.ts'
import { ApiError, ValidationError } from './schema.ts'
import { noVocabulary, type Vocabulary } from './vocabulary.ts'

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
  { version, serverUrl = 'http://127.0.0.1:4310', vocabulary = noVocabulary }: About,
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
  const said: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(groups)) as Record<string, string>
  const used = new Set(operations.map(tagOf))
  return {
    tags: [...used].map((name) => ({ name, ...(said[name] && { description: said[name] }) })),
    'x-tagGroups': Object.entries(groups).map(([name, tags]) => ({
      name,
      tags: Object.keys(tags).filter((tag) => used.has(tag)),
    })),
  }
}
