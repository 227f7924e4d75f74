import { Type } from 'typebox'
import { bytes, contract, operation, resource, to, toAgencyWho } from '../../../platform/contract/index.ts'
import { anyObject, CommitSha, Id, maybe, namedObject, oneOf, text, Time } from '../../../platform/contract/schema.ts'
import { purlTypes } from './rules.ts'

export const getCycleBillOfMaterials = operation({
  method: 'GET',
  path: '/v1/api/cycles/{id}/bill-of-materials',
  summary: 'Download the bill of materials of the commit that a cycle delivered, as CycloneDX 1.6',
  reach: 'transfer',
  access: { ...toAgencyWho('view', 'cycle', 'params.id'), scope: 'read' },
  effect: 'outside',
  replay: false,
  replies: { 200: bytes('application/vnd.cyclonedx+json') },
  errors: {
    notDelivered: {
      status: 404,
      code: 'bill_not_delivered',
      message: 'This cycle has delivered nothing, so there is no bill of materials.',
    },
    notMade: {
      status: 404,
      code: 'bill_not_made',
      message: 'The lock files of the delivered commit could not be read. Try again in a few minutes.',
    },
  },
  audit: { action: 'cycle.download_bill', category: 'export' },
})

const purlType = oneOf(purlTypes)
const version = (of: string) =>
  Type.Optional(text(1, 128, { description: `${of} as OSV writes it.`, examples: ['4.17.21'] }))

/** How much an answer has at most. */
export const affectedLimits = { deliveries: 2_000, unknown: 500, versions: 20_000, osvBytes: 2 ** 20 } as const

const FindAffectedDeliveries = namedObject('FindAffectedDeliveries', {
  osv: Type.Optional(
    anyObject({
      description:
        'A whole vulnerability as OSV publishes it, in place of `purlType`, `name`, `versions` and `events`.',
      examples: [{ id: 'GHSA-35jh-r3h4-6jhm', affected: [] }],
    }),
  ),
  purlType: Type.Optional(purlType),
  vulnerability: Type.Optional(
    text(1, 200, {
      description: 'Its id, beside a package, to find the notified clients.',
      examples: ['CVE-2021-23337'],
    }),
  ),
  name: Type.Optional(text(1, 300, { description: 'The package, such as `lodash`.', examples: ['lodash'] })),
  versions: Type.Optional(
    Type.Array(text(1, 128), {
      maxItems: 5_000,
      description: 'Affected versions, one by one.',
      examples: [['4.17.20']],
    }),
  ),
  events: Type.Optional(
    Type.Array(
      namedObject('VersionEvent', {
        introduced: version('The first affected version'),
        fixed: version('The first version that is not affected any more'),
        last_affected: version('The last affected version'),
      }),
      {
        maxItems: 200,
        description:
          'Where the affected versions begin and end; each has one field. Without events and versions, every version is affected.',
      },
    ),
  ),
})

const Notice = namedObject('VulnerabilityNotice', {
  id: Id,
  clientAccountId: Type.String({ ...Id, description: 'The notified client.' }),
  vulnerability: Type.String({ description: 'The vulnerability in the notice.', examples: ['CVE-2021-23337'] }),
  note: Type.String({
    description: 'The channel and the text of the notice.',
    examples: ['Mail to Grace Hopper, with the fixed version.'],
  }),
  toldAt: Time,
  createdBy: Type.String({ ...Id, description: 'Who recorded it.' }),
  createdAt: Time,
})

const AffectedDelivery = namedObject('AffectedDelivery', {
  projectId: Id,
  projectName: Type.String(),
  cycleId: maybe(
    Type.String({ ...Id, description: 'The cycle that delivered it; null for a commit that is only live.' }),
  ),
  cycleHandle: maybe(Type.String({ description: 'Its handle.', examples: ['ACM-12'] })),
  title: maybe(Type.String({ description: 'The title of the delivery.', examples: ['Opening hours'] })),
  repositoryId: Id,
  commitSha: CommitSha,
  path: Type.String({ description: 'The lock file that names the package.', examples: ['package-lock.json'] }),
  purlType,
  name: Type.String({ description: 'The package.', examples: ['lodash'] }),
  version: Type.String({ description: 'The version that was delivered.', examples: ['4.17.20'] }),
  isDevelopment: Type.Boolean({ description: 'Whether the lock file marks it as used only in development.' }),
  deliveredAt: maybe(Time),
  isNewest: Type.Boolean({ description: 'Whether nothing was delivered to the repository after it.' }),
  isLive: Type.Boolean({ description: 'Whether this commit is deployed to production here now.' }),
})

const AffectedClient = namedObject('AffectedClient', {
  clientAccountId: maybe(Type.String({ ...Id, description: 'The client; null for projects without a client.' })),
  clientName: maybe(Type.String({ description: 'The name of the client.', examples: ['Globex'] })),
  contacts: Type.Array(
    namedObject('AffectedContact', {
      name: maybe(Type.String({ description: 'A person with a seat; null for the address of invoices.' })),
      email: Type.String(),
    }),
    { description: 'Whom to tell.' },
  ),
  deliveries: Type.Array(AffectedDelivery, {
    description: 'Deliveries with the package: live ones first, then the newest; packages of development last.',
  }),
  notices: Type.Array(Notice, { description: 'Notices of this vulnerability, the newest first.' }),
})

const UnjudgedDelivery = namedObject('UnjudgedDelivery', {
  projectId: Id,
  projectName: Type.String(),
  clientAccountId: maybe(Id),
  repositoryId: Id,
  commitSha: CommitSha,
  path: maybe(Type.String({ description: 'The file; null for the whole commit.' })),
  version: maybe(
    Type.String({ description: 'The version that cannot be compared with the affected ones.', examples: ['main'] }),
  ),
  reason: oneOf(['version', 'part', 'unlocked', 'unread', 'pending', 'failed']),
})

const AffectedDeliveries = namedObject('AffectedDeliveries', {
  vulnerability: maybe(
    Type.String({ description: 'Its id, if the question had one.', examples: ['GHSA-35jh-r3h4-6jhm'] }),
  ),
  withdrawnAt: maybe(
    Type.Unsafe<Date>({
      ...Time,
      description: 'When the record was taken back by those who published it; null while it counts.',
    }),
  ),
  clients: Type.Array(AffectedClient, { description: 'Who was delivered an affected version, and what.' }),
  unknown: Type.Array(UnjudgedDelivery, {
    description:
      'What could not be judged. Code without a lock file, copied code and images of containers are not seen at all.',
  }),
  left: Type.Array(Type.String(), {
    description: 'Packages of the record that cannot be looked up here, such as a distribution’s.',
    examples: [['Debian:12: libfoo']],
  }),
  truncated: Type.Boolean({
    description: `Whether there is more: an answer has at most ${affectedLimits.deliveries} deliveries, and ${affectedLimits.unknown} that could not be judged.`,
  }),
})

export const findAffectedDeliveries = operation({
  method: 'POST',
  path: '/v1/api/deliveries/affected',
  summary: 'Find who was delivered a package in an affected version, what could not be judged, and whom to tell',
  reach: { page: '/clients?view=affected' },
  access: to('agency'),
  body: FindAffectedDeliveries,
  bodyLimit: affectedLimits.osvBytes,
  effect: 'outside',
  replay: false,
  replies: { 200: AffectedDeliveries },
  errors: {
    notAsked: {
      status: 422,
      code: 'affected_not_asked',
      message: 'Send either a whole record as `osv`, or a package by `purlType` and `name`.',
    },
    noRecord: {
      status: 422,
      code: 'affected_no_record',
      message: 'This is no vulnerability as OSV publishes them: it has no list `affected`.',
    },
  },
  audit: { action: 'delivery.find_affected', category: 'export' },
})

export const recordVulnerabilityNotice = operation({
  method: 'POST',
  path: '/v1/api/client-accounts/{id}/vulnerability-notices',
  summary: 'Record a notice of a vulnerability to a client. Records are added, never changed',
  reach: { page: '/clients?view=affected' },
  access: to('agency', resource('client_account', 'params.id')),
  body: namedObject('RecordVulnerabilityNotice', {
    vulnerability: text(1, 200, { description: 'Its id.', examples: ['CVE-2021-23337'] }),
    note: text(1, 2_000, {
      description: 'The channel and the text of the notice.',
      examples: ['Mail to Grace Hopper.'],
    }),
    toldAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When, if it was not now.',
        examples: ['2026-03-04T10:15:30.000Z'],
      }),
    ),
  }),
  replies: { 201: Notice },
  errors: {
    later: {
      status: 422,
      code: 'notice_in_future',
      message: 'A notice is about the past: send a time that is not in the future.',
    },
  },
  audit: { action: 'vulnerability_notice.create', category: 'create', event: 'vulnerability_notice.created' },
})

export const components = contract({ getCycleBillOfMaterials, findAffectedDeliveries, recordVulnerabilityNotice })
