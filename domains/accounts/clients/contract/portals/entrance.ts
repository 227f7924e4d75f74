import { Type } from 'typebox'
import {
  conflict,
  foundBy,
  nameText,
  operation,
  recordedElsewhere,
  to,
} from '../../../../../platform/contract/index.ts'
import { Id, maybe, namedObject, text, Time } from '../../../../../platform/contract/schema.ts'
import { invalidToken, SignedIn, unavailable } from '../../../people/contract/sign-in/shapes.ts'
import { emailNotVerified } from '../../../workspaces/contract/members.ts'
import { invitationAccepted, portalClosed } from './records.ts'

declare module '../../../../../platform/contract/access.ts' {
  interface WorkspaceKeys {
    portal: 'slug'
    portal_invitation: 'token'
  }
}

const Color = Type.String({ examples: ['#2451c7'] })

/** The public identity of an agency, without its workspace, its people or its projects. */
export const PortalIdentity = namedObject('PortalIdentity', {
  slug: Type.String({ examples: ['northwind'] }),
  name: Type.String({ examples: ['Northwind Studio'] }),
  tagline: maybe(Type.String()),
  website: maybe(Type.String()),
  supportEmail: maybe(Type.String()),
  logoUrl: maybe(Type.String({ description: 'A path on this server' })),
  iconUrl: maybe(Type.String()),
  colors: namedObject('PortalColors', { primary: Color, accent: Color, background: Color, text: Color }),
  fonts: namedObject('PortalFonts', { heading: maybe(Type.String()), body: maybe(Type.String()) }),
})

const PortalAccount = namedObject('PortalAccount', {
  id: Id,
  name: Type.String(),
  canCreateProjects: Type.Boolean(),
})

export const Portal = namedObject('Portal', {
  workspaceId: Id,
  slug: Type.String(),
  name: Type.String(),
  canCreateProjects: Type.Boolean({ description: 'Whether this person may create projects here, by whichever place' }),
  accounts: Type.Array(PortalAccount),
})

const PortalEntered = namedObject('PortalEntered', { portal: Portal, identity: PortalIdentity })

const CreatePortalProject = namedObject('CreatePortalProject', {
  brief: text(1, 5_000),
  name: Type.Optional(nameText(100)),
  clientAccountId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})

const PortalProject = namedObject('PortalProject', {
  id: Id,
  name: Type.String(),
  brief: Type.String(),
  clientAccountId: maybe(Id),
  canSteer: Type.Boolean(),
  createdAt: Time,
})

const noPlace = {
  status: 403,
  code: 'no_portal_access',
  message: 'You have no access to this portal. Ask the agency for an invitation to the address that you sign in with.',
} as const

const bySlug = foundBy('portal', 'params.agencySlug')
const bySession = { who: 'signed-in', session: true } as const

export const listMyPortals = operation({
  method: 'GET',
  path: '/v1/api/me/portals',
  summary: 'List the open portals that you can enter, by name',
  workspace: 'none',
  reach: { page: '/' },
  access: bySession,
  replies: { 200: Type.Array(Portal) },
  audit: { refusals: 'portal.list' },
})

export const acceptPortalInvitation = operation({
  method: 'POST',
  path: '/v1/api/portal-invitations/{token}/accept',
  summary: 'Accept an invitation. You must be signed in with the verified address that was invited',
  workspace: foundBy('portal_invitation', 'params.token'),
  reach: { page: '/' },
  access: bySession,
  replies: { 200: PortalEntered },
  errors: {
    emailNotVerified,
    invitationAccepted,
    invitationRevoked: conflict({
      code: 'invitation_revoked',
      message: 'This invitation was revoked or replaced by a newer one. Use the newest, or ask the agency for one.',
    }),
    invitationExpired: conflict({
      code: 'invitation_expired',
      message: 'This invitation has expired. Ask the agency for a new one.',
    }),
    portalClosed,
  },
  audit: { action: 'portal_invitation.accept', category: 'create', event: 'portal_invitation.accepted' },
})

export const signUpByPortalInvitation = operation({
  method: 'POST',
  path: '/v1/api/auth/sign-up/portal-invitation',
  summary: 'Sign up with the link of an invitation’s letter, which proves its address. The invitation is then accepted',
  workspace: 'none',
  effect: 'outside',
  bodyLimit: 65_536,
  reach: { page: '/' },
  access: to('public'),
  body: namedObject('SignUpByPortalInvitation', {
    token: text(1, 200),
    letterToken: text(1, 200),
    name: nameText(200),
  }),
  replies: { 200: SignedIn },
  errors: {
    unavailable,
    invalidToken,
    hasAccount: conflict({
      code: 'address_has_account',
      message: 'This address has an account. Sign in with it, then accept the invitation.',
    }),
  },
  audit: recordedElsewhere('auth.email_verify'),
  replay: false,
  touches: ['person'],
})

export const createPortalProject = operation({
  method: 'POST',
  path: '/v1/api/portal/projects',
  summary: 'Create a brainstorming project, as a client with that permission',
  clientPortal: true,
  reach: 'call',
  access: to('participant'),
  body: CreatePortalProject,
  replies: { 201: PortalProject },
  errors: {
    notGranted: {
      status: 403,
      code: 'project_creation_not_granted',
      message: 'You may not create projects in this portal. Ask the agency to allow it.',
    },
  },
  audit: { action: 'project.create', category: 'create' },
})

export const listPortalAccounts = operation({
  method: 'GET',
  path: '/v1/api/portals/{agencySlug}/accounts',
  summary: 'List your client accounts at one agency',
  workspace: bySlug,
  reach: { page: '/' },
  access: bySession,
  replies: { 200: Type.Array(PortalAccount) },
  errors: { emailNotVerified, noPlace },
  audit: { refusals: 'portal.list_accounts' },
})

export const getPortalIdentity = operation({
  method: 'GET',
  path: '/v1/api/portals/{agencySlug}/identity',
  summary: 'Read the public identity of an agency while its portal is open',
  workspace: bySlug,
  reach: 'call',
  access: to('public'),
  replies: { 200: PortalIdentity },
})

export const enterPortal = operation({
  method: 'POST',
  path: '/v1/api/portals/{agencySlug}/session',
  summary: 'Enter an agency’s portal. It becomes the workspace of your session',
  workspace: bySlug,
  reach: { page: '/' },
  access: bySession,
  replies: { 200: PortalEntered },
  errors: { emailNotVerified, noPlace },
  effect: 'outside',
  audit: { action: 'portal.enter', category: 'auth' },
})
