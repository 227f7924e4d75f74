import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../docs/write-errors.ts'
import { domains } from '../domains/index.ts'
import { knownActions } from '../domains/record/audit/rules.ts'
import { takesIdempotencyKey, type Operation } from '../platform/contract/index.ts'

const all = await operations()
const replayed = all.filter((one) => one.access.who !== 'public' && takesIdempotencyKey(one))

/** The names of all fields of a schema, however deep. */
const fieldsOf = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...own, ...Object.values(schema).flatMap(fieldsOf)]
}

const secret = /(secret|password|token|^apiKey|(accept|acceptance|invitation)(Url|Link|Path))$/i
/** Says only whether there is one. */
const isYesOrNo = (name: string) => /^has[A-Z]/.test(name)

const wrongIn = ({ id, body, replies, effect, audit, workspace }: Operation): string[] => {
  const answers = Object.values(replies) as object[]
  const clear = answers.flatMap(fieldsOf).filter((name) => secret.test(name) && !isYesOrNo(name))
  return [
    ...clear.map((name) => `${id} answers with ${name}, which would be stored`),
    ...(body && 'bytes' in body ? [`${id} takes bytes`] : []),
    ...(answers.some(
      (answer) => 'bytes' in answer || 'events' in answer || 'dataEvents' in answer || 'relayed' in answer,
    )
      ? [`${id} gives bytes or events`]
      : []),
    ...(effect === 'outside' && audit && 'none' in audit ? [`${id} commits nothing that an answer could join`] : []),
    ...(workspace === 'none' ? [`${id} belongs to no workspace`] : []),
  ]
}

test('an operation with an answer that cannot be stored declares that it takes no Idempotency-Key', () => {
  expect(replayed.length).toBeGreaterThan(5)
  expect(replayed.flatMap(wrongIn)).toEqual([])
})

test('every audit action in the source is a valid filter', async () => {
  const known = knownActions(
    all,
    domains.flatMap(({ jobActions }) => jobActions),
  )
  const root = join(import.meta.dirname, '..')
  const written: string[] = []
  for await (const path of glob('{apps,domains,execution,platform}/**/*.ts', { cwd: root })) {
    if (path.endsWith('.test.ts') || path.includes('/testing/')) continue
    const text = await readFile(join(root, path), 'utf8')
    written.push(...[...text.matchAll(/\baction: '(\w+\.\w+)'/g)].map(([, action]) => action!))
  }
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter((action) => !known.has(action))).toEqual([])
})

// As Part 2 has it; beside them clients make projects in their portal, sign decisions, compare revisions, download
// what was delivered, read invoices and pay.
const inPortals = [
  'listPendingRequests',
  'getPendingRequest',
  'resolvePendingRequest',
  'listDeliverables',
  'getDeliverable',
  'listDeliverableApprovals',
  'decideDeliverableApproval',
  'listDeployments',
  'getDeployment',
  'touchDeployment',
]

test('X-Client-Portal is taken by the operations of the list, and by no other', () => {
  const taking = all.filter(({ clientPortal }) => clientPortal).map(({ id }) => id)
  expect(taking).toEqual(expect.arrayContaining(inPortals))
  const ours = [
    'createPortalProject',
    'createClientInvoicePaymentLink',
    'listPortalInvoices',
    'getPortalInvoice',
    'getPortalInvoicePdf',
    'getPortalInvoiceEvidence',
    'getPortalInvoiceEvidencePdf',
    'getClientInvoiceProof',
    'getClientInvoiceTransmissions',
    'getDeliverableProof',
    'prepareDeliverableDecision',
    'reopenDeliverableDecision',
    'signDeliverableDecision',
    'getDeliverableDecision',
    'getApprovalSnapshot',
    'downloadDeliverableArtifact',
    'streamEvents',
    'search',
    'openDeployment',
    'listDeploymentPictures',
    'getDeploymentPicture',
  ]
  expect(taking.filter((id) => !inPortals.includes(id)).sort()).toEqual(ours.sort())
})
