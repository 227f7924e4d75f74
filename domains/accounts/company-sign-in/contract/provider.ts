import { Type } from 'typebox'
import { conflict, operation, to } from '../../../../platform/contract/index.ts'
import {
  DeletedAck,
  Id,
  maybe,
  namedObject,
  nameText,
  oneOf,
  text,
  Time,
} from '../../../../platform/contract/schema.ts'
import { noVault } from '../../../code/secrets/contract/refusals.ts'
import { givenRoles, rolesMost } from '../rules.ts'
import { IdentityDomain } from './domains.ts'

const administrator = to('administrator')
const page = { page: '/settings/sign-in' } as const

const name = nameText(100, { examples: ['Okta'], description: 'The label of the button.' })
const clientId = text(1, 500, {
  pattern: '^[\\x21-\\x7e]+$',
  examples: ['0oa8k2v1xPq7'],
  description: 'The id of this server as a client of the provider.',
})
const roleClaim = maybe(
  text(1, 200, {
    examples: ['groups'],
    description:
      'The claim with a person’s groups or roles; dots lead into objects. With null, everybody gets the default role.',
  }),
)
const roles = Type.Array(
  namedObject('IdentityRole', {
    value: text(1, 200, { examples: ['atelier-admins'], description: 'A group or role, as the claim has it.' }),
    role: oneOf(givenRoles),
  }),
  { maxItems: rolesMost, description: 'Which groups or roles of the claim give which role here; the highest counts.' },
)
const defaultRole = Type.Union([oneOf(givenRoles), Type.Null()], {
  description: 'The role of people whose claim names no role; null lets in only people whose claim names a role.',
})
const trustsAddresses = Type.Boolean({
  description:
    'Whether an address of a proved domain counts as verified although the provider does not report it, as Microsoft Entra does not.',
})

const IdentityProvider = namedObject('IdentityProvider', {
  name,
  issuer: Type.String({
    examples: ['https://acme.okta.com'],
    description: 'The issuer, as its discovery document has it.',
  }),
  clientId,
  roleClaim,
  roles,
  defaultRole,
  trustsAddresses,
  requiredAt: maybe(
    Type.Unsafe<Date>({ ...Time, description: 'Since when the agency’s people have to sign in with it; else null.' }),
  ),
  hasEmergencyPasskey: Type.Boolean({
    description: 'Whether the passkey that opens the workspace without the provider exists.',
  }),
})

export const CompanySignIn = namedObject('CompanySignIn', {
  provider: maybe(IdentityProvider),
  redirectUri: Type.String({
    examples: ['https://atelier.example.com/console/company/019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'],
    description: 'The redirect address, which the provider has to allow.',
  }),
  domains: Type.Array(IdentityDomain, { description: 'The domains of the company, by name.' }),
  stoppingKeys: Type.Array(
    namedObject('StoppingKeys', {
      userId: Id,
      name: Type.String({ examples: ['Ada Lovelace'] }),
      keys: Type.Integer({ minimum: 1, description: 'The number of their living keys.' }),
      stopAt: Type.Unsafe<Date>({ ...Time, description: 'When they stop, or stopped.' }),
    }),
    { description: 'Members whose keys stop within seven days, or have stopped, until they sign in. At most 100.' },
  ),
})

const required = conflict({
  code: 'company_sign_in_is_required',
  message:
    'The workspace requires sign-in with this provider. End that first, then change the issuer or remove the provider.',
})

const noProvider = conflict({
  code: 'no_identity_provider',
  message: 'The workspace has no identity provider. Save one first.',
})

export const getIdentityProvider = operation({
  method: 'GET',
  path: '/v1/api/workspace/identity-provider',
  summary: 'Read how the people of the agency sign in with their company: provider, domains, and keys about to stop',
  reach: page,
  access: administrator,
  replies: { 200: CompanySignIn },
  audit: { refusals: 'identity_provider.get' },
  reads: { identity_provider: 'all', identity_domain: 'all', api_key: 'all', member: 'all' },
})

export const saveIdentityProvider = operation({
  method: 'PUT',
  path: '/v1/api/workspace/identity-provider',
  summary: 'Save the identity provider of the company, after reading its discovery document',
  reach: page,
  access: administrator,
  effect: 'outside',
  body: namedObject('SaveIdentityProvider', {
    name,
    issuer: text(1, 500, {
      examples: ['https://acme.okta.com'],
      description:
        'The issuer, or the address of its discovery document: a public https address, or of a host that the server’s operator allows.',
    }),
    clientId,
    clientSecret: Type.Optional(
      text(1, 1_000, {
        pattern: '^[\\x20-\\x7e]+$',
        examples: ['k3Zq0v8sQ2x'],
        description: 'It is shown nowhere. Left out, the stored one stays, if the issuer and the client stay too.',
      }),
    ),
    roleClaim,
    roles,
    defaultRole,
    trustsAddresses,
  }),
  replies: { 200: CompanySignIn },
  errors: {
    noVault,
    required,
    unusable: {
      status: 400,
      code: 'identity_provider_unusable',
      message: 'The discovery document of this issuer was not read, or does not fit. Look at reason.',
      details: Type.Object({
        reason: Type.String({
          examples: ['acme.okta.com was not found on the public internet. Look at the address.'],
        }),
      }),
    },
  },
  replay: false,
  audit: {
    action: 'identity_provider.save',
    category: 'update',
    severity: 'warning',
    event: 'identity_provider.saved',
  },
  touches: ['identity_provider'],
})

export const requireCompanySignIn = operation({
  method: 'PUT',
  path: '/v1/api/workspace/identity-provider/requirement',
  summary:
    'Require that the people of the agency sign in with the provider, or require it no more. Needs an owner’s session; clients are never concerned',
  reach: page,
  access: { ...administrator, session: true },
  effect: 'outside',
  body: namedObject('RequireCompanySignIn', {
    required: Type.Boolean({ description: 'Whether it is required from now on.' }),
    emergencyPasskeyId: Type.Optional(
      Type.Unsafe<string>({
        ...Id,
        description: 'A passkey of yours that opens the workspace when the provider does not; required to require it.',
      }),
    ),
  }),
  replies: { 200: CompanySignIn },
  errors: {
    ownerOnly: { status: 403, code: 'owner_only', message: 'Only an owner decides how people sign in.' },
    noProvider,
    noDomain: conflict({ code: 'no_verified_domain', message: 'Prove a domain of the company first.' }),
    notTried: conflict({
      code: 'company_sign_in_not_tried',
      message: 'Sign in with the provider yourself first, in this session, so that nobody is locked out.',
    }),
    noPasskey: conflict({
      code: 'emergency_passkey_needed',
      message: 'Name a passkey of yours as the emergency passkey. Add one under Settings, Security.',
    }),
  },
  replay: false,
  audit: {
    action: 'identity_provider.require',
    category: 'update',
    severity: 'critical',
    event: 'identity_provider.required',
  },
  touches: ['identity_provider'],
})

export const removeIdentityProvider = operation({
  method: 'DELETE',
  path: '/v1/api/workspace/identity-provider',
  summary: 'Remove the identity provider, and who people are there. Their accounts and places stay',
  reach: page,
  access: administrator,
  replies: { 200: DeletedAck },
  errors: { noProvider, required },
  audit: {
    action: 'identity_provider.remove',
    category: 'delete',
    severity: 'warning',
    event: 'identity_provider.removed',
  },
  touches: ['identity_provider'],
})
