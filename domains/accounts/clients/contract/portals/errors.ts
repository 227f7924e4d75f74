import { conflict } from '../../../../../platform/contract/index.ts'
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
