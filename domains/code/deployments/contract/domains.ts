import { Type } from 'typebox'
import { operation, to, toAgencyWho } from '../../../../platform/contract/index.ts'
import {
  Id,
  maybe,
  namedObject,
  oneOf,
  text,
  Time,
  described,
  exampleText,
} from '../../../../platform/contract/schema.ts'

const DnsRecord = namedObject('DomainRecord', {
  type: oneOf(['TXT', 'CNAME']),
  name: exampleText('Where the record belongs.', '_atelier.www.example.com'),
  value: Type.String({ description: 'The value of the record.' }),
})

export const CustomDomain = namedObject('CustomDomain', {
  domain: maybe(text(1, 253, { examples: ['www.example.com'] })),
  projectId: text(1, 100, { examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'] }),
})

export const CustomDomainSaved = namedObject('CustomDomainSaved', {
  projectId: Id,
  domain: maybe(exampleText('The domain of production; null without one.', 'www.example.com')),
  status: maybe(
    oneOf(['pending_dns', 'connected'], {
      description: 'Whether its DNS was found to lead here; null without a domain.',
    }),
  ),
  records: Type.Array(DnsRecord, { description: 'The DNS records that the domain needs.' }),
  checkedAt: maybe(described(Time, 'When its DNS was last looked at.')),
  connectedAt: maybe(described(Time, 'Since when its DNS leads here.')),
})

export const setProductionCustomDomain = operation({
  method: 'PUT',
  path: '/v1/api/deployments/custom-domain',
  summary: 'Set the domain of a project’s production, or take it away with null',
  reach: { page: '/projects/{projectId}/deployments' },
  access: toAgencyWho('manage', 'project', 'body.projectId'),
  body: CustomDomain,
  replies: { 200: CustomDomainSaved },
  audit: { action: 'deployment.set_domain', category: 'update', event: 'deployment.domain_set' },
})

export const getProductionDomain = operation({
  method: 'GET',
  path: '/v1/api/deployments/custom-domain/{projectId}',
  summary: 'Read the domain of a project’s production and the DNS records that it needs',
  reach: 'call',
  access: toAgencyWho('manage', 'project', 'params.projectId'),
  replies: { 200: CustomDomainSaved },
  audit: { refusals: 'deployment.get_domain' },
  reads: { deployment: 'projectId' },
})

export const getCertificatePermission = operation({
  method: 'GET',
  path: '/v1/api/deployments/certificates',
  summary: 'Ask whether a proxy may get a certificate for a domain, such as Caddy by `on_demand_tls`',
  reach: 'call',
  access: to('public'),
  workspace: 'none',
  effect: 'outside',
  query: Type.Object({
    domain: text(1, 253, { description: 'The domain that a visitor asked for.', examples: ['www.example.com'] }),
  }),
  replies: {
    200: namedObject('CertificatePermission', {
      domain: exampleText('The domain, in lower case.', 'www.example.com'),
    }),
  },
  errors: {
    notServed: {
      status: 404,
      code: 'domain_not_served',
      message: 'No deployment is served at this domain, so no certificate is needed.',
    },
  },
})
