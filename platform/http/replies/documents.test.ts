import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { handlersOf } from '../../../apps/server/domains.ts'
import { testServer } from '../../../testing/server.ts'
import type { ErrorSpec } from '../../contract/index.ts'
import { version } from '../../configuration/version.ts'
import { placeholder } from '../../contract/openapi-schema.ts'

type Json = Record<string, unknown>
interface Described extends Json {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: string[]
  readonly parameters: { description?: string; name: string; in: string; required?: boolean; schema: Json }[]
  readonly requestBody?: { content: Record<string, { schema: Json; example?: unknown }> }
  readonly responses: Record<
    string,
    { description: string; content: Record<string, { schema: Json; example?: unknown }> }
  >
}

const server = await testServer()
const operations = handlersOf(server.parts).map(({ operation }) => operation)
const response = await fetch(`${server.baseUrl}/v1/api/openapi.json`)
const document = (await response.json()) as {
  openapi: string
  info: { version: string; description: string; license: object }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Json>; securitySchemes: Json }
  security: Json[]
}
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
)
const byId = (id: string) => described.find(({ operationId }) => operationId === id)!

const every = function* (value: unknown): Generator<Json> {
  if (Array.isArray(value)) for (const part of value as unknown[]) yield* every(part)
  else if (typeof value === 'object' && value !== null) {
    yield value as Json
    for (const part of Object.values(value)) yield* every(part)
  }
}

const ajv = new Ajv2020({ strict: false })
;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
ajv.addSchema({ $id: 'openapi', components: document.components })
const isValid = (schema: Json, value: unknown) => {
  const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/')
  const validate = ajv.compile(JSON.parse(text) as Json)
  return validate(value) ? [] : validate.errors
}

test('every operation and every tag has a description, and every tag is in a group', () => {
  for (const { operationId, description } of described) expect(description, operationId).toMatch(/\w.*\.$/s)
  const grouped = document['x-tagGroups'].flatMap(({ tags }) => tags)
  expect(document.tags.filter(({ description }) => !description)).toEqual([])
  expect(document.tags.map(({ name }) => name).filter((name) => !grouped.includes(name))).toEqual([])
})

test('every parameter and every property has a description', () => {
  const wordless = described.flatMap(({ operationId, parameters }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
  )
  expect(wordless).toEqual([])
  const roots = Object.entries({ ...document.components.schemas, ...document.paths })
  expect(roots.flatMap(([root, value]) => wordlessIn(value, root))).toEqual([])
})

const wordlessIn = (root: unknown, name: string) =>
  [...every(root)].flatMap(({ properties = {} }) =>
    Object.entries(properties as Record<string, Json>)
      .filter(([, schema]) => typeof schema.description !== 'string')
      .map(([property]) => `${name} ${property}`),
  )

test('examples are not placeholders', () => {
  const placeholders = described.flatMap(({ operationId, requestBody, responses }) =>
    [...every({ requestBody, responses })]
      .map(({ example }) => JSON.stringify({ example }))
      .filter((text) => text.includes(`"${placeholder}"`))
      .map((text) => `${operationId} ${text}`),
  )
  expect(placeholders).toEqual([])
})

test('the license, the contract version and the server version are named, and each list of pages has headers for the next page and the count', () => {
  expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
  expect(document.info).toMatchObject({ version: '1.0.0', 'x-server-version': version })
  const paged = described.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
  const lists = paged.filter(({ responses }) => JSON.stringify(responses['200']).includes('"type":"array"'))
  expect(lists.length).toBeGreaterThan(30)
  for (const { operationId, responses } of lists)
    expect([operationId, Object.keys((responses['200'] as Json).headers ?? {})]).toEqual([
      operationId,
      ['Link', 'Total-Count'],
    ])
})

test('the introduction shows a first call, keys, errors, pages and streams; servers lists this server', () => {
  const { description } = document.info
  expect(description.match(/^## .*$/gm)).toEqual([
    '## A first call',
    '## Keys and sessions',
    '## Errors',
    '## Pages',
    '## Streams',
  ])
  expect(document.servers.map(({ url }) => url)).toEqual([server.baseUrl])
  expect(description).toContain(`${server.baseUrl}/v1/api/projects`)
  // The address of the examples; the port of this server may begin with the same digits.
  expect(JSON.stringify(document)).not.toMatch(/127\.0\.0\.1:4310(?!\d)/)
})

test('200 without a key, as JSON', () => {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

test('the document is valid OpenAPI 3.1', async () => {
  const { validate } = await import('@scalar/openapi-parser')
  const { valid, errors } = await validate(structuredClone(document))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(document.openapi).toMatch(/^3\.1\./)
})

test('the document describes exactly the operations that are served', () => {
  const served = operations.map(({ id, method, path }) => `${id} ${method.toLowerCase()} ${path}`)
  expect(described.map(({ operationId, method, path }) => `${operationId} ${method} ${path}`).sort()).toEqual(
    served.sort(),
  )
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length)
})

test('each operation lists its success, its own errors with their codes, and the common errors', () => {
  for (const operation of operations) {
    const { responses, summary, tags } = byId(operation.id)
    expect(summary, operation.id).not.toBe('')
    expect(tags, operation.id).toHaveLength(1)
    for (const status of Object.keys(operation.replies)) expect(responses, operation.id).toHaveProperty(status)
    for (const { status, code, message } of Object.values((operation.errors ?? {}) as Record<string, ErrorSpec>)) {
      expect(responses[status]?.description, `${operation.id} ${status}`).toContain(code ?? message)
    }
    const found = typeof operation.workspace === 'object' ? ['404'] : []
    const common = ['400', '500', '503', ...(operation.access.who === 'public' ? found : ['401', '403', '404'])]
    const ofBodies = operation.body ? ['413', '415'] : []
    for (const status of [...common, ...ofBodies]) expect(responses, `${operation.id} ${status}`).toHaveProperty(status)
  }
})

test('each path and query parameter is declared with its schema', () => {
  for (const { path, parameters, operationId } of described) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = parameters.filter((parameter) => parameter.in === 'path')
    expect(
      declared.map(({ name }) => name),
      operationId,
    ).toEqual(names)
    for (const parameter of declared) expect(parameter.required).toBe(true)
    for (const { schema } of parameters) expect(schema).toBeTypeOf('object')
  }
})

test('every reference points to a component, and every component is used', () => {
  const references = [...every(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
  const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
  expect([...new Set(references)].sort()).toEqual(names.sort())
})

test.each([
  'ProjectSummary',
  'ProjectDetail',
  'CreateProject',
  'UpdateProject',
  'CreateProjectImport',
  'ProjectImportCreated',
])('the record %s of the specification is a named component', (name) => {
  expect(document.components.schemas).toHaveProperty(name)
})

test('request and response bodies refer to the records, and binary bodies are binary', () => {
  expect(byId('createProject').requestBody?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/CreateProject',
  })
  expect(byId('getProject').responses['200']?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/ProjectDetail',
  })
  expect(byId('uploadProjectImportBundle').requestBody?.content).toEqual({
    'application/x-git-bundle': { schema: { type: 'string', format: 'binary' } },
  })
  expect(Object.keys(byId('downloadProjectRevisionBundle').responses['200']!.content)).toEqual([
    'application/x-git-bundle',
  ])
  const stream = byId('streamCycle').responses['200']!.content['text/event-stream']!.schema as {
    oneOf: { properties: { event: object } }[]
  }
  expect(stream.oneOf.map(({ properties }) => properties.event)).toMatchObject([
    { type: 'string', pattern: '^[a-z_]+\\.[a-z_]+$' },
    { const: 'keepalive' },
  ])
})

test.runIf(isLong)('every example fits its schema', () => {
  const contents = described.flatMap(({ operationId, requestBody, responses }) => [
    ...Object.values(requestBody?.content ?? {}).map((content) => [`${operationId} body`, content] as const),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      Object.values(content).map((each) => [`${operationId} ${status}`, each] as const),
    ),
  ])
  // Most operations answer alike: each schema is compiled once with each of its examples.
  const different = new Map(contents.map(([name, content]) => [JSON.stringify(content), [name, content] as const]))
  expect(different.size).toBeGreaterThan(described.length)
  const wrong = [...different.values()].flatMap(([name, { schema, example }]) =>
    example === undefined
      ? []
      : (isValid(schema, example) ?? []).map(({ instancePath, message }) => `${name} ${instancePath} ${message}`),
  )
  expect(wrong).toEqual([])
})

test('a response of the server fits its schema', async () => {
  const missing = await fetch(`${server.baseUrl}/v1/api/projects`)
  const error = await missing.json()
  expect(isValid(byId('listProjects').responses['401']!.content['application/json']!.schema, error)).toEqual([])
})

test('every authentication method is described', () => {
  expect(document.components.securitySchemes).toMatchObject({
    apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    bearer: { type: 'http', scheme: 'bearer' },
    session: { type: 'apiKey', in: 'cookie' },
  })
  expect(document.security).toEqual([{ apiKey: [] }, { bearer: [] }, { session: [] }])
})

test('/docs serves its own page and script, and its policy allows no other host', async () => {
  const page = await fetch(`${server.baseUrl}/docs`)
  const html = await page.text()
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html') as string])
  const loaded = [...html.matchAll(/<(?:script|link|img|iframe)[^>]+(?:src|href)="([^"]+)"/g)].map(
    ([, address]) => address!,
  )
  expect(loaded.length).toBeGreaterThan(0)
  for (const address of loaded) {
    expect(new URL(address, page.url).origin).toBe(server.baseUrl)
    expect((await fetch(new URL(address, page.url))).status).toBe(200)
  }
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("connect-src 'self'")
  expect(policy).not.toMatch(/https?:|\*/)
  expect(html).toContain('/v1/api/openapi.json')
})

test('getProjectRevisionHead and finalizeProjectImport declare WorkspaceBudgetError with its fields', () => {
  for (const id of ['getProjectRevisionHead', 'finalizeProjectImport']) {
    const { schema } = byId(id).responses['503']!.content['application/json']!
    expect(JSON.stringify(schema)).toContain('#/components/schemas/WorkspaceBudgetError')
  }
  expect(document.components.schemas.WorkspaceBudgetError).toMatchObject({
    required: ['active', 'limit', 'runs', 'requests', 'people'],
  })
})

test('every 502 and 504 that asks to try again contains the time', () => {
  const failed = operations.flatMap(({ id, errors = {} }) =>
    Object.values<ErrorSpec>(errors)
      .filter(({ status, message }) => [502, 504].includes(status) && message.includes('again'))
      .map(({ retryAfterSeconds }) => [id, retryAfterSeconds !== undefined]),
  )
  expect(failed.length).toBeGreaterThan(10)
  expect(failed.filter(([, says]) => !says)).toEqual([])
})

test('every operation for callers declares 409, as the specification does', () => {
  const callers = operations.filter(({ access }) => access.who !== 'public').map(({ id }) => id)
  expect(callers.filter((id) => byId(id).responses['409'] === undefined)).toEqual([])
})

test('404 for other paths below /docs', async () => {
  expect((await fetch(`${server.baseUrl}/docs/nothing/here`)).status).toBe(404)
  expect((await fetch(`${server.baseUrl}/docs/%2e%2e/%2e%2e/package.json`)).status).toBe(404)
})
