import { Type } from 'typebox'
import { Id, mailAddress, maybe, oneOf, namedObject, Time } from '../../../../../platform/contract/schema.ts'
import { conflict } from '../../../../../platform/contract/index.ts'

const grantsMost = 100

export const ProjectGrant = namedObject('PortalProjectGrant', { projectId: Id, canSteer: Type.Boolean() })

const email = mailAddress({ examples: ['ana@globex.example'] })
const projectGrants = Type.Optional(Type.Array(ProjectGrant, { maxItems: grantsMost }))

export const InvitePortal = namedObject('InvitePortal', {
  canCreateProjects: Type.Optional(Type.Boolean({ default: false })),
  email,
  projectGrants,
})

export const InviteWorkspacePortal = namedObject('InviteWorkspacePortal', {
  canCreateProjects: Type.Optional(maybe(Type.Boolean({ description: 'null: the workspace’s current default' }))),
  email,
  projectGrants,
  role: oneOf(['client']),
})

export const PortalMemberPermissions = namedObject('PortalMemberPermissions', { canCreateProjects: Type.Boolean() })
export const PortalProjectPermissions = namedObject('PortalProjectPermissions', { canSteer: Type.Boolean() })
export const PortalClientOverride = namedObject('PortalClientOverride', {
  canCreateProjects: maybe(Type.Boolean({ description: 'null clears the override' })),
})
export const PortalDefaults = namedObject('PortalDefaults', { canCreateProjects: Type.Boolean() })

const invitationFields = {
  id: Id,
  email: Type.String(),
  role: oneOf(['client']),
  projectGrants: Type.Array(ProjectGrant),
  status: oneOf(['pending', 'accepted', 'revoked', 'expired']),
  createdAt: Time,
  expiresAt: Time,
  acceptedAt: maybe(Time),
  revokedAt: maybe(Time),
}
const accountInvitation = { ...invitationFields, clientAccountId: Id, canCreateProjects: Type.Boolean() }
const workspaceInvitation = { ...invitationFields, canCreateProjects: maybe(Type.Boolean()) }
const createdFields = {
  acceptUrl: Type.String({ description: 'The link for the invited person; shown this once' }),
  emailSent: Type.Boolean({ description: 'Whether the mail server took the message; the link works in any case' }),
}

export const PortalInvitation = namedObject('PortalInvitation', accountInvitation)
export const PortalInvitationCreated = namedObject('PortalInvitationCreated', {
  ...accountInvitation,
  ...createdFields,
})
export const WorkspacePortalInvitation = namedObject('WorkspacePortalInvitation', workspaceInvitation)
export const WorkspacePortalInvitationCreated = namedObject('WorkspacePortalInvitationCreated', {
  ...workspaceInvitation,
  ...createdFields,
})

const personFields = { userId: Id, name: Type.String(), email: Type.String() }

export const PortalMember = namedObject('PortalMember', {
  ...personFields,
  canCreateProjects: Type.Boolean(),
  joinedAt: Time,
})

export const WorkspacePortalClient = namedObject('WorkspacePortalClient', {
  ...personFields,
  canCreateProjects: Type.Boolean({
    description:
      'What holds: the override, else the permission of a seat, else the default for a client of the agency itself',
  }),
  canCreateProjectsOverride: maybe(Type.Boolean()),
  clientAccountIds: Type.Array(Id, { description: 'The client accounts in which the person has a seat, at most 20' }),
  joinedAt: Time,
})

export const PortalProjectAccess = namedObject('PortalProjectAccess', {
  projectId: Id,
  projectName: Type.String(),
  canSteer: Type.Boolean(),
  grantedAt: Time,
})

export const alreadyMember = conflict({
  code: 'already_member',
  message: 'This person is a member of the agency and sees everything already. Nothing was sent.',
})

export const alreadyClient = conflict({
  code: 'already_client',
  message: 'This person accepted an invitation here before. Change their permissions instead.',
})

export const invitationAccepted = conflict({
  code: 'invitation_accepted',
  message: 'This invitation was accepted before and works only once.',
})

export const portalClosed = conflict({
  code: 'portal_closed',
  message:
    'The agency’s portal is closed. It opens when the brand kit is published with the portal enabled; nothing was changed.',
})
