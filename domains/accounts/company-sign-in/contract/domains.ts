import { Type } from 'typebox'
import { conflict, operation, resource, to } from '../../../../platform/contract/index.ts'
import { DeletedAck, Id, maybe, namedObject, text, Time } from '../../../../platform/contract/schema.ts'
import { domainsMost } from '../rules.ts'

declare module '../../../../platform/contract/access.ts' {
  interface Kinds {
    identity_domain: 'workspace'
  }
}

const page = { page: '/settings/sign-in' } as const
const onDomain = to('administrator', resource('identity_domain', 'params.id'))

export const IdentityDomain = namedObject('IdentityDomain', {
  id: Id,
  domain: Type.String({ examples: ['acme.com'], description: 'The domain, in its form for DNS.' }),
  recordName: Type.String({ examples: ['_atelier.acme.com'], description: 'Where DNS has to have the text.' }),
  recordText: Type.String({ examples: ['atelier-domain=4fQ…'], description: 'The text, as a record of type TXT.' }),
  verifiedAt: maybe(Type.Unsafe<Date>({ ...Time, description: 'Since when the domain is proved; null before.' })),
  missingSince: maybe(
    Type.Unsafe<Date>({ ...Time, description: 'Since when the text is absent from DNS; null while it is there.' }),
  ),
})

export const addIdentityDomain = operation({
  method: 'POST',
  path: '/v1/api/workspace/identity-domains',
  summary: 'Add a domain of the company, to be proved by a text in DNS',
  reach: page,
  access: to('administrator'),
  body: namedObject('AddIdentityDomain', {
    domain: text(4, 253, { examples: ['acme.com'], description: 'The part of addresses behind the @.' }),
  }),
  replies: { 201: IdentityDomain },
  errors: {
    thereAlready: conflict({ code: 'domain_there_already', message: 'The domain is in the list already.' }),
    full: conflict({
      code: 'too_many_domains',
      message: `A workspace has at most ${domainsMost} domains. Remove one first.`,
    }),
  },
  audit: { action: 'identity_domain.add', category: 'create', severity: 'notice', event: 'identity_domain.added' },
  touches: ['identity_domain'],
})

export const verifyIdentityDomain = operation({
  method: 'POST',
  path: '/v1/api/workspace/identity-domains/{id}/verify',
  summary: 'Look whether the text of a domain is in DNS',
  reach: page,
  access: onDomain,
  effect: 'outside',
  replies: { 200: IdentityDomain },
  errors: {
    notFound: conflict({
      code: 'domain_not_proved',
      message: 'The text is not in DNS yet. A new record can take hours to be seen everywhere.',
    }),
    silent: conflict({
      code: 'dns_did_not_answer',
      message: 'DNS did not answer in time. Try again in a moment.',
      retryAfterSeconds: 10,
    }),
    taken: conflict({ code: 'domain_taken', message: 'Another workspace of this server has proved the domain.' }),
  },
  replay: false,
  audit: {
    action: 'identity_domain.verify',
    category: 'update',
    severity: 'notice',
    event: 'identity_domain.verified',
  },
  touches: ['identity_domain'],
})

export const removeIdentityDomain = operation({
  method: 'DELETE',
  path: '/v1/api/workspace/identity-domains/{id}',
  summary: 'Remove a domain: no new person comes in by it',
  reach: page,
  access: onDomain,
  replies: { 200: DeletedAck },
  errors: {
    lastDomain: conflict({
      code: 'last_verified_domain',
      message: 'The workspace requires company sign-in, which needs a proved domain. End that first.',
    }),
  },
  audit: { action: 'identity_domain.remove', category: 'delete', severity: 'notice', event: 'identity_domain.removed' },
  touches: ['identity_domain'],
})
