import type { ErrorWords } from '../../words.ts'

const nothing = 'Nothing was changed.'

/** Texts of errors for a client. A code that is not here uses the sentence of its status. */
export const enErrors: ErrorWords = {
  refused: 'That did not work',
  notReached: `The server does not answer. ${nothing} Look whether you are online, then try again.`,
  notSent:
    'Not sent. The connection was gone for half a minute. Nothing was changed. Send it again when the connection is back.',
  unanswered:
    'No answer came. The connection broke after it was sent. Look whether it was done before you send it again.',
  notAtelier:
    'Something else answered. Something between this page and the server answers for it. Load the page again.',
  broken: 'This part of the page broke. Load the page again; what was sent is safe.',
  statuses: {
    400: `That did not fit. ${nothing} Look at what you wrote, then try again.`,
    401: `You are signed out. ${nothing} Sign in, then do it again.`,
    403: `You may not do this. ${nothing} Ask the agency.`,
    404: 'Not found. It may have been removed, or may not be shared with you.',
    409: `Something changed meanwhile. ${nothing} Load the page again.`,
    429: `Too much at once. ${nothing} Wait a minute, then try again.`,
    500: 'That went wrong on the server. Tell the agency the number below.',
    503: `The server cannot do this just now. ${nothing} Try again in a moment.`,
  },
  codes: {
    invalid_credentials: 'That is not right. The address or the password is wrong.',
    email_not_verified: 'Your address is not confirmed. A new link is in your inbox: open it, then sign in.',
    no_portal_access: 'This portal is not open to you. Ask the agency for an invitation.',
    passkey_refused: 'The passkey was not accepted. Try again, or use your password.',
    no_passkey: `You have no passkey here. ${nothing} Approve without one.`,
    no_statement: `That took too long. ${nothing} Approve it once more.`,
    signature_refused: `The signature was not accepted. ${nothing} Approve it once more.`,
    approval_not_decided: 'You have not answered this yet. There is no answer to change.',
    approval_decided: 'You have decided this already. What you decided first stays.',
    not_the_reviewer: `Somebody else was asked. ${nothing} Only that person can decide this.`,
    deliverable_withdrawn: `It was taken back. ${nothing} You are asked again when it is ready.`,
    deliverable_republished: `This has changed since you opened it. ${nothing} A newer version is there: look at that one.`,
    deliverable_changed: `This is being changed at this moment. ${nothing} You are asked again when the next version is ready.`,
    request_not_pending: 'This is settled. Somebody answered it before, and that stays.',
    nothing_to_try: `Everything was tried. ${nothing} Say yes or no to it.`,
    project_creation_not_granted: `New projects are not open to you. ${nothing} Ask the agency.`,
    project_archived: `This project is closed. ${nothing} It can be read.`,
    invalid_request: `Something does not fit. ${nothing} Look at what you wrote.`,
    idempotency_in_progress: 'That is in progress already. The first one of the two counts.',
  },
}
