import { expect, test } from 'vitest'
import { allDomains } from '../../../../apps/server/domains.ts'
import { paths } from '../../../../apps/console/paths.ts'
import { isBytes, isEvents } from '../../../../platform/contract/operation.ts'
import { pageAddress, reachOf, reachTables } from './index.ts'

const operations = allDomains.flatMap((one) => one.operations)
const decided = reachTables.flatMap((table) => Object.keys(table))

test('each operation is decided once, and nothing else is', () => {
  const missing = operations.map(({ id }) => id).filter((id) => !decided.includes(id))
  expect(missing, 'Say in a table of domains/delivery/mcp/reach/ how MCP clients reach these').toEqual([])
  expect(decided.filter((id) => !operations.some((one) => one.id === id))).toEqual([])
  expect(decided).toHaveLength(new Set(decided).size)
})

test('an operation that no table names is for people', () => {
  expect(reachOf('launchPlay')).toEqual({ by: 'page', page: '/' })
})

test('no call takes or answers bytes or a stream, and nothing else is a transfer', () => {
  const moves = operations.filter(({ body, replies }) =>
    [body, ...Object.values(replies)].some(
      (one) => one && (isBytes(one) || isEvents(one) || 'dataEvents' in one || 'relayed' in one),
    ),
  )
  for (const { id } of operations) {
    const { by } = reachOf(id)
    if (by !== 'page') expect([id, by]).toEqual([id, moves.some((one) => one.id === id) ? 'transfer' : 'call'])
  }
})

test('nothing is deleted by a call, or done that needs a session of a person', () => {
  const byCall = operations.filter(({ id }) => reachOf(id).by === 'call')
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
  updateWorkspaceBudget updateCycleBudget decideAiDocumentPage
`

test.each(forPeople.trim().split(/\s+/))('%s is for people', (id) => {
  expect(reachOf(id).by).toBe('page')
})

test('each page is one of the console', () => {
  const anything = new Proxy({}, { get: () => 'x' }) as Readonly<Record<string, string>>
  const known = Object.values<unknown>(paths).flatMap((path) => {
    if (typeof path === 'string') return [path]
    return typeof path === 'function' ? [(path as (...given: string[]) => string)('x', 'x', 'x')] : []
  })
  const settings = ['workspace', 'members', 'keys', 'brand', 'you', 'security', 'data'].map((one) => `/settings/${one}`)
  const more = ['/sign-in', '/reset-password', '/settings/workspace', ...settings]
  for (const { id } of operations) {
    const reach = reachOf(id)
    if (reach.by === 'page')
      expect([...known, ...more]).toContain(pageAddress(reach.page, anything).replace('/console', ''))
  }
})

test('a page without its parameter is the one above it', () => {
  expect(pageAddress('/projects/{id}/settings', { id: 'a/b' })).toBe('/console/projects/a%2Fb/settings')
  expect(pageAddress('/projects/{id}/settings', {})).toBe('/console/projects')
  expect(pageAddress('/?open={id}', {})).toBe('/console/')
  expect(pageAddress('/?open={id}', { id: '1&x=2' })).toBe('/console/?open=1%26x%3D2')
})
