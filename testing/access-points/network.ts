import { ok, refusal, type Call, type Handler, type Route } from './calls.ts'

const billing = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1'
const documentTypes = ['Invoice', 'CreditNote'].map(
  (kind) => `urn:oasis:names:specification:ubl:schema:xsd:${kind}-2::${kind}##${billing}`,
)
const unknown = 'DNS lookup failed: no such domain'

/** The account, and what the network knows of a Peppol id. */
export const networkRoutes = (participants: ReadonlySet<string>): readonly Route[] => {
  const withId =
    (work: (id: string, isKnown: boolean) => object): Handler =>
    ({ query }) => {
      const id = query.peppol_id
      if (id === undefined || !/^\d{4}:.+$/.test(id)) return refusal(422, 'Invalid Peppol ID format')
      return ok(work(id, participants.has(id)))
    }
  return [
    ['GET', /^\/api\/(me)\/$/, account],
    ['GET', /^\/api\/validate\/(peppol-id)$/, withId((_id, isKnown) => validated(isKnown))],
    ['GET', /^\/api\/(lookup)$/, withId(lookedUp)],
  ]
}

const account = ({ tenant }: Call) =>
  ok({ name: tenant.id, plan: 'starter', credit_balance: 100, peppol_ids: tenant.peppolIds, smp_registration: true })

const validated = (isKnown: boolean) => ({
  is_valid: isKnown,
  dns_valid: isKnown,
  business_card_valid: isKnown,
  business_card: isKnown ? { name: 'Buyer', country_code: 'BE', registration_date: '2025-01-01' } : null,
  supported_document_types: isKnown ? documentTypes : [],
})

const lookedUp = (id: string, isKnown: boolean) => {
  const status = isKnown ? 'success' : 'error'
  const part = { status, error: isKnown ? null : unknown, queryTimeMs: 1 }
  const types = documentTypes.map((value) => ({ scheme: 'busdox-docid-qns', value }))
  const sml = 'edelivery.tech.ec.europa.eu'
  const query = { identifierScheme: 'iso6523-actorid-upis', identifierValue: id, smlDomain: sml, version: '1.0.0' }
  const endpoint = { status, url: 'https://ap.example/as4', documentTypes: types, processes: [], error: null }
  return {
    queryMetadata: { ...query, timestamp: new Date().toISOString() },
    status,
    errors: isKnown ? [] : [unknown],
    dnsInfo: { status, error: part.error, smlHostname: sml, dnsRecords: isKnown ? [{ ip: '192.0.2.1' }] : [] },
    serviceMetadata: { ...part, endpoints: isKnown ? [endpoint] : [] },
    businessCard: { ...part, entities: isKnown ? [{ name: 'Buyer', countryCode: 'BE' }] : [] },
    certificates: [],
    executionTimeMs: 2,
  }
}
