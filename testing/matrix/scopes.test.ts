import { expect, test } from 'vitest'
import { domains } from '../../domains/index.ts'
import { isAudited } from '../../platform/contract/action.ts'
import { scopeOf } from '../../platform/contract/scope.ts'

const operations = domains.flatMap((domain) => domain.operations)
const forKeys = operations.filter(
  ({ access }) => access.who !== 'public' && access.who !== 'administrator' && access.session !== true,
)
const idsOf = (some: typeof operations) => some.map(({ id }) => id).toSorted()

test('these reads need a key that writes: clear values, a shell, and exports for others', () => {
  const writing = forKeys.filter((one) => one.method === 'GET' && scopeOf(one) === 'write')
  expect(idsOf(writing)).toEqual([
    'exportAgingReport',
    'exportClientInvoices',
    'exportDatevBookings',
    'exportGrowthLead',
    'exportGrowthResults',
    'exportModelCalls',
    'exportRevenueReport',
    'getProjectProtectedFiles',
    'getProjectTerminal',
  ])
})

test('these recorded reads, and reads that people do on a page, take a key that only reads, because they declare it', () => {
  const said = forKeys.filter(
    (one) => one.method === 'GET' && scopeOf(one) === 'read' && (isAudited(one) || typeof one.reach === 'object'),
  )
  expect(idsOf(said)).toEqual([
    'downloadDeliverableArtifact',
    'downloadProjectRevisionBundle',
    'exportProjectRevision',
    'getClientInvoiceProof',
    'getCycleBillOfMaterials',
    'getDeliverableProof',
    'getProjectDesktop',
    'listCycleAcceptanceTests',
    'listPreviewShares',
  ])
})

test('no change takes a key that only reads, unless it changes nothing and declares it', () => {
  const reading = forKeys.filter((one) => one.method !== 'GET' && scopeOf(one) === 'read')
  expect(reading.filter(isAudited)).toEqual([])
  expect(reading.every(({ access }) => access.scope === 'read')).toBe(true)
})
