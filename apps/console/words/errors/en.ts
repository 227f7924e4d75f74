const nothing = 'Nothing was changed.'

/** Sentences about errors, by their kind and status. The title of an error is the first of them. */
export const enErrors = {
  refused: 'That did not work',
  /** Whether the sentences of the server are in this language: they are used for codes that are not listed. */
  isServerLanguage: true as boolean,
  notReached: 'The server does not answer. Look whether it runs, then try again.',
  notSent: `Not sent. The server did not answer for half a minute. ${nothing} Send it again when the connection is back.`,
  unanswered:
    'No answer came. The connection broke after it was sent. Look whether it was done before you send it again.',
  notAtelier:
    'Something else answered. Something between this page and the server answers for it. Load the page again.',
  broken: 'This part of the page broke. Load the page again. Saved work is safe.',
  statuses: {
    401: `You are signed out. ${nothing} Sign in, then do it again.`,
    403: `You may not do this. ${nothing} An owner or administrator of the workspace can.`,
    404: 'Not found. It was removed, or you may not see it.',
    429: `Too many requests. ${nothing} Wait a minute, then try again.`,
    500: 'Something failed on the server. Send your operator the number of this request: the log has the cause.',
    503: `The server cannot do this just now. ${nothing} Try again in a moment.`,
  } as Readonly<Record<number, string>>,
}
