export const alreadyMember = {
  status: 409,
  code: 'already_member',
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
  message:
    'The agency’s portal is closed. It opens when the brand kit is published with the portal enabled; nothing was changed.',
} as const
