import type { ErrorWords } from '../../words.ts'

const nothing = 'Nothing was changed.'

/** Texts of errors for a client. A code that is not here uses the sentence of its status. */
export const enErrors: ErrorWords = {
  refused: 'That did not work',
  notReached: { title: 'The server does not answer', text: `${nothing} Look whether you are online, then try again.` },
  notSent: {
    title: 'Not sent',
    text: 'The connection was gone for half a minute. Nothing was changed. Send it again when the connection is back.',
  },
  unanswered: {
    title: 'No answer came',
    text: 'The connection broke after it was sent. Look whether it was done before you send it again.',
  },
  notAtelier: {
    title: 'Something else answered',
    text: 'Something between this page and the server answers for it. Load the page again.',
  },
  broken: { title: 'This part of the page broke', text: 'Load the page again; what was sent is safe.' },
  statuses: {
    400: { title: 'That did not fit', text: `${nothing} Look at what you wrote, then try again.` },
    401: { title: 'You are signed out', text: `${nothing} Sign in, then do it again.` },
    403: { title: 'You may not do this', text: `${nothing} Ask the agency.` },
    404: { title: 'Not found', text: 'It was removed, or is not shared with you.' },
    409: { title: 'Something changed meanwhile', text: `${nothing} Load the page again.` },
    429: { title: 'Too much at once', text: `${nothing} Wait a minute, then try again.` },
    500: { title: 'That went wrong on the server', text: 'Tell the agency the number below.' },
    503: { title: 'The server cannot do this just now', text: `${nothing} Try again in a moment.` },
  },
  codes: {
    invalid_credentials: { title: 'That is not right', text: 'The address or the password is wrong.' },
    email_not_verified: {
      title: 'Your address is not confirmed',
      text: 'A new link is in the mail: open it, then sign in.',
    },
    no_portal_access: { title: 'This portal is not open to you', text: 'Ask the agency for an invitation.' },
    passkey_refused: { title: 'The passkey was not accepted', text: 'Try again, or use your password.' },
    no_passkey: { title: 'You have no passkey here', text: `${nothing} Approve without one.` },
    no_statement: { title: 'That took too long', text: `${nothing} Approve it once more.` },
    signature_refused: { title: 'The signature was not accepted', text: `${nothing} Approve it once more.` },
    approval_not_decided: { title: 'You have not answered this yet', text: 'There is no answer to change.' },
    approval_decided: { title: 'You have decided this already', text: 'What you decided first stays.' },
    not_the_reviewer: { title: 'Somebody else was asked', text: `${nothing} Only that person can decide this.` },
    deliverable_withdrawn: { title: 'It was taken back', text: `${nothing} You are asked again when it is ready.` },
    deliverable_republished: {
      title: 'This has changed since you opened it',
      text: `${nothing} A newer version is there: look at that one.`,
    },
    deliverable_changed: {
      title: 'This is being changed at this moment',
      text: `${nothing} You are asked again when the next version is ready.`,
    },
    request_not_pending: { title: 'This is settled', text: 'Somebody answered it before, and that stays.' },
    nothing_to_try: { title: 'Everything was tried', text: `${nothing} Say yes or no to it.` },
    project_creation_not_granted: { title: 'New projects are not open to you', text: `${nothing} Ask the agency.` },
    project_archived: { title: 'This project is closed', text: `${nothing} It can be read.` },
    invalid_request: { title: 'Something does not fit', text: `${nothing} Look at what you wrote.` },
    idempotency_in_progress: { title: 'That is in progress already', text: 'The first one of the two counts.' },
  },
}
