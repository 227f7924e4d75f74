export interface ErrorText {
  readonly title: string
  readonly text: string
}

const nothing = 'Nothing was changed.'

/** Texts of errors by their kind and status. */
export const enErrors = {
  refused: 'That did not work',
  /** Whether the sentences of the server are in this language: they are used for codes that are not listed. */
  isServerLanguage: true as boolean,
  notReached: { title: 'The server does not answer', text: 'Look whether it runs, then try again.' },
  notSent: {
    title: 'Not sent',
    text: `The server did not answer for half a minute. ${nothing} Send it again when the connection is back.`,
  },
  unanswered: {
    title: 'No answer came',
    text: 'The connection broke after it was sent. Look whether it was done before you send it again.',
  },
  notAtelier: {
    title: 'Something else answered',
    text: 'Something between this page and the server answers for it. Load the page again.',
  },
  broken: { title: 'This part of the page broke', text: 'Load the page again. Saved work is safe.' },
  statuses: {
    401: { title: 'You are signed out', text: `${nothing} Sign in, then do it again.` },
    403: { title: 'You may not do this', text: `${nothing} An owner or administrator of the workspace can.` },
    404: { title: 'Not found', text: 'It was removed, or you may not see it.' },
    429: { title: 'Too many requests', text: `${nothing} Wait a minute, then try again.` },
    500: {
      title: 'Something failed on the server',
      text: 'Send your operator the number of this request: the log has the cause.',
    },
    503: { title: 'The server cannot do this just now', text: `${nothing} Try again in a moment.` },
  } as Readonly<Record<number, ErrorText>>,
}
