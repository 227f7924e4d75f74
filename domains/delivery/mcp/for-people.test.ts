import { expect, test } from 'vitest'
import { allDomains } from '../../../apps/server/domains.ts'
import { paths, settingsPages } from '../../../apps/console/paths.ts'
import { isBytes, isEvents } from '../../../platform/contract/operation.ts'
import { fieldsForPeople, isForPeople, pageOf, reachOf, pageAddress } from './for-people.ts'

const operations = allDomains.flatMap((one) => one.operations)
const operationNamed = (id: string) => operations.find((one) => one.id === id)!

test('each operation declares its reach, and an operation without a reach is for people', () => {
  expect(operations.filter(({ reach }) => reach === undefined).map(({ id }) => id)).toEqual([])
  expect([reachOf({}), isForPeople({}), pageOf({})]).toEqual([{ page: '/' }, true, '/'])
})

interface Fields {
  readonly properties?: Readonly<Record<string, Fields>>
  readonly items?: Fields
  readonly additionalProperties?: unknown
  readonly patternProperties?: object
}
/** The schema at a path; undefined if the body declares no such field. */
const schemaAt = (schema: Fields | undefined, [name, ...rest]: readonly string[]): Fields | undefined => {
  if (schema === undefined || name === undefined) return schema
  if (schema.items) return schemaAt(schema.items, [name, ...rest])
  if (!schema.properties) return schema.patternProperties ? {} : undefined
  return schemaAt(schema.properties[name], rest)
}

test('each field that is for people is one of the body', () => {
  for (const { id, reach, body } of operations)
    for (const field of typeof reach === 'object' ? (reach.fields ?? []) : [])
      expect([id, field, schemaAt(body as Fields, field.split('.')) !== undefined]).toEqual([id, field, true])
})

const set: readonly (readonly [id: string, body: object, fields: readonly string[]])[] = [
  ['updateProjectEnvironment', { config: { secrets: ['A', 'B'] } }, ['config.secrets']],
  ['createProjectEnvironment', { label: 'A', config: { secrets: ['A'] } }, ['config.secrets']],
  ['createProjectEnvironment', { label: 'A', config: { variables: { A: 'b' } } }, []],
  ['createProject', { runtime: { review: { unverified: 'merge' } } }, ['runtime.review']],
  [
    'createProject',
    { runtime: { previews: { shareLinks: true, allowHosts: ['evil.example.com'] } } },
    ['runtime.previews.shareLinks', 'runtime.previews.allowHosts'],
  ],
  ['createProject', { runtime: { checks: [{ name: 'A' }, { secrets: ['A'] }] } }, ['runtime.checks.secrets']],
  ['createProject', { name: 'A', runtime: { checks: [{ name: 'A', command: 'b' }] } }, []],
  ['proposeCycle', { title: 'A' }, []],
  ['finalizeProjectImport', { protectedFiles: [], secrets: { entries: [] } }, []],
  [
    'finalizeProjectRevisionUpload',
    { protectedFiles: [{ path: '.env' }], secrets: { entries: [{ key: 'A', source: '.env', value: 'b' }] } },
    ['protectedFiles.path', 'secrets.entries.key'],
  ],
]

test.each(set)('in a body of %s, the fields for people are found', (id, body, fields) => {
  expect(fieldsForPeople(operationNamed(id), body)).toEqual(fields)
})

test('no call takes or answers bytes or a stream, and nothing else is a transfer', () => {
  const moves = operations.filter(({ body, replies }) =>
    [body, ...Object.values(replies)].some(
      (one) => one && (isBytes(one) || isEvents(one) || 'dataEvents' in one || 'relayed' in one),
    ),
  )
  for (const { id, reach } of operations) {
    if (isForPeople({ reach })) continue
    expect([id, reach === 'transfer']).toEqual([id, moves.some((one) => one.id === id)])
  }
})

test('nothing is deleted by a call, or done that needs a session of a person', () => {
  const byCall = operations.filter((one) => !isForPeople(one) && one.reach !== 'transfer')
  expect(byCall.filter(({ method }) => method === 'DELETE')).toEqual([])
  expect(byCall.filter(({ access }) => access.session)).toEqual([])
})

const forPeople = `
  resolvePendingRequest cancelPendingRequest decideDeliverableApproval signDeliverableDecision
  publishDeliverable unpublishDeliverable publishWorkspaceBrandKit sendClientInvoice
  issueClientInvoice payClientInvoice voidClientInvoice writeOffBillable
  saveBillingIdentity inviteMember updateMember transferOwnership
  createApiKey revokeApiKey createModelEndpoint setClientPortalProjectAccess
  setWorkspacePortalProjectAccess createPreviewShare updateProject exportProjectSecrets
  upsertProjectSecretEntries getProjectProtectedFiles importProjectSecretFiles setWorkspacePolicies
  updateWorkspaceBudget updateCycleBudget decideAiDocumentPage deleteAiDocument importProjectSkill
  setProjectHarness setOrganizationHarness
`

test.each(forPeople.trim().split(/\s+/))('%s is for people', (id) => {
  expect(isForPeople(operationNamed(id))).toBe(true)
})

test('each page is one of the console', () => {
  const anything = new Proxy({}, { get: () => 'x' }) as Readonly<Record<string, string>>
  const known = Object.values<unknown>(paths).flatMap((path) => {
    if (typeof path === 'string') return [path]
    return typeof path === 'function' ? [(path as (...given: string[]) => string)('x', 'x', 'x')] : []
  })
  const settings = settingsPages.map((one) => `/settings/${one}`)
  const more = ['/sign-in', '/reset-password', '/settings/workspace', ...settings]
  for (const one of operations)
    if (typeof one.reach === 'object')
      expect([...known, ...more]).toContain(pageAddress(one.reach.page, anything).replace('/console', ''))
})

test('a page without its parameter is the page above it', () => {
  expect(pageAddress('/projects/{id}/settings', { id: 'a/b' })).toBe('/console/projects/a%2Fb/settings')
  expect(pageAddress('/projects/{id}/settings', {})).toBe('/console/projects')
  expect(pageAddress('/?open={id}', {})).toBe('/console/')
  expect(pageAddress('/?open={id}', { id: '1&x=2' })).toBe('/console/?open=1%26x%3D2')
})
