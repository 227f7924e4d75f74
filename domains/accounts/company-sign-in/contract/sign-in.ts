import { Type } from 'typebox'
import { conflict, operation, recordedElsewhere, to } from '../../../../platform/contract/index.ts'
import { DeletedAck, Id, namedObject, text, Time } from '../../../../platform/contract/schema.ts'
import { ask, ofOneself, post, unavailable } from '../../people/contract/sign-in/shapes.ts'

const refused = <const Code extends string>(code: Code, message: string) => ({ status: 403, code, message }) as const

const unreachable = {
  status: 502,
  code: 'identity_provider_unreachable',
  message: 'The identity provider of the company does not answer as it should. Try again, or tell your administrator.',
  retryAfterSeconds: 10,
} as const

export const beginCompanySignIn = operation({
  ...post,
  path: '/v1/api/auth/company',
  summary:
    'Begin a sign-in with the company’s identity provider, by an address of its domain, or for a workspace of your own session',
  reach: { page: '/sign-in' },
  access: to('public'),
  body: namedObject('BeginCompanySignIn', {
    email: Type.Optional(text(3, 320, { examples: ['ada@acme.com'] })),
    workspaceId: Type.Optional(Id),
  }),
  replies: {
    200: namedObject('CompanySignInBegun', { url: Type.String({ description: 'Where the browser signs in.' }) }),
  },
  errors: {
    unavailable,
    unknown: {
      status: 404,
      code: 'company_sign_in_unknown',
      message: 'No company with this address signs in here by its identity provider. Sign in another way.',
    },
    unreachable,
  },
  audit: ask,
})

export const finishCompanySignIn = operation({
  ...post,
  path: '/v1/api/auth/company/finish',
  summary: 'Finish a sign-in with the fields that the provider sent the browser back with',
  reach: { page: '/sign-in' },
  access: to('public'),
  body: namedObject('FinishCompanySignIn', {
    workspaceId: Type.Unsafe<string>({
      ...Id,
      description: 'The workspace in the address that the browser came back to.',
    }),
    answer: Type.Record(text(1, 100), text(0, 4_000), {
      maxProperties: 20,
      description: 'The fields of the address that the browser came back to.',
    }),
  }),
  replies: {
    200: namedObject('CompanySignedIn', {
      workspaceId: Id,
      name: Type.String({ examples: ['Ada Lovelace'], description: 'Of the person.' }),
    }),
  },
  errors: {
    unavailable,
    lost: {
      status: 400,
      code: 'company_sign_in_expired',
      message: 'This sign-in began in another browser, or more than ten minutes ago. Begin again.',
    },
    refused: {
      status: 400,
      code: 'company_sign_in_refused',
      message: 'The identity provider refused the sign-in, or its answer does not hold. Begin again.',
      details: Type.Object({
        reason: Type.String({ examples: ['access_denied'], description: 'The code of the fault, if it has one.' }),
      }),
    },
    unreachable,
    noRole: refused(
      'company_role_missing',
      'The identity provider has no role for you in this workspace. Ask its administrator for one.',
    ),
    foreignAddress: refused(
      'company_address_foreign',
      'Your address at the identity provider is of a domain that this workspace has not proved. Ask its administrator.',
    ),
    addressNotVerified: refused(
      'company_address_unverified',
      'The identity provider does not report your address as verified. Ask its administrator.',
    ),
    linkFirst: refused(
      'company_link_first',
      'There is an account with your address. Sign in to it the way you did before, then choose the company’s sign-in.',
    ),
    ownSignInFirst: refused(
      'own_sign_in_first',
      'Your account has an address outside the company. Sign in to it first, then choose the company’s sign-in.',
    ),
    notMember: refused(
      'company_not_member',
      'You have no place among the people of this workspace. Ask its administrator for an invitation.',
    ),
    otherPerson: conflict({
      code: 'company_identity_taken',
      message:
        'Another account belongs to this person of the identity provider, or your account belongs to another person there.',
    }),
  },
  audit: recordedElsewhere('auth.sign_in', 'identity.link', 'member.join', 'member.change_role'),
})

const MyIdentity = namedObject('MyIdentity', {
  workspaceId: Id,
  workspaceName: Type.String({ examples: ['Acme'], description: 'The name of the workspace.' }),
  providerName: Type.String({ examples: ['Okta'], description: 'The label of the button.' }),
  required: Type.Boolean({ description: 'Whether the workspace opens to you only by this sign-in.' }),
  linkedAt: Type.Union([Time, Type.Null()], { description: 'Since when your account is linked; null before.' }),
  isOpen: Type.Boolean({ description: 'Whether the workspace is open to this session.' }),
})

export const listMyIdentities = operation({
  ...ofOneself,
  method: 'GET',
  path: '/v1/api/me/identities',
  summary: 'List your workspaces in which the company’s identity provider signs you in',
  reach: { page: '/settings/security' },
  replies: { 200: Type.Array(MyIdentity) },
  audit: { refusals: 'identity.list' },
  reads: { identity_provider: 'all', member: 'all' },
})

export const unlinkMyIdentity = operation({
  ...ofOneself,
  method: 'DELETE',
  path: '/v1/api/me/identities/{id}',
  summary: 'Unlink your account from the identity provider of a workspace; the id is that of the workspace',
  reach: { page: '/settings/security' },
  replay: false,
  replies: { 200: DeletedAck },
  errors: {
    notLinked: {
      status: 404,
      code: 'identity_not_linked',
      message: 'Your account is not linked to the identity provider of that workspace.',
    },
    onlyWay: conflict({
      code: 'only_way_in',
      message: 'You have neither a password nor a passkey. Choose a password by “Forgot password” first.',
    }),
  },
  audit: { ...recordedElsewhere('identity.unlink'), refusals: 'identity.unlink' },
  touches: ['identity_provider'],
})
