export const portalUnpublished = {
  status: 409,
  code: 'portal_not_published',
  message: 'The agency’s portal is not open. Publish the brand kit with the portal enabled first.',
} as const

export const agencyMember = {
  status: 409,
  code: 'invited_agency_member',
  message: 'This person is a member of the agency and sees everything already. Nothing was sent.',
} as const

export const alreadyClient = {
  status: 409,
  code: 'already_client',
  message: 'This person accepted an invitation here before. Change their permissions instead.',
} as const

export const invitationAccepted = {
  status: 409,
  code: 'invitation_accepted',
  message: 'This invitation was accepted before, and is good for one time.',
} as const

export const portalClosed = {
  status: 409,
  code: 'portal_closed',
  message: 'The agency’s portal is closed at the moment. The invitation stays as it is; try again later.',
} as const
