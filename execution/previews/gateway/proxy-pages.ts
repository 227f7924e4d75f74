import type { PreviewPage } from './preview-page.ts'

/** The pages in place of a program's answer. */
export const proxyPages = {
  malformed: {
    status: 400,
    title: 'Not a valid request',
    sentence: 'This request cannot be given to a preview.',
  },
  bodyTooLarge: {
    status: 413,
    title: 'Too large',
    sentence: 'A preview takes at most 100 MiB in one request.',
  },
  notListening: {
    status: 502,
    title: 'The preview does not answer',
    sentence: 'The program of this preview takes no connections at its port.',
  },
  moving: {
    status: 503,
    title: 'The preview is not running',
    sentence: 'The machine that ran this preview does not answer. Another one starts it.',
    refreshSeconds: 3,
  },
  endedEarly: {
    status: 502,
    title: 'The preview does not answer',
    sentence: 'The program of this preview closed the connection without a valid answer.',
  },
  tooSlow: {
    status: 504,
    title: 'The preview does not answer',
    sentence: 'The program of this preview took too long to answer.',
  },
  tooManyConnections: {
    status: 503,
    title: 'The preview is busy',
    sentence: 'Too many connections to this preview are open. Close some, or try again in a minute.',
    refreshSeconds: 10,
  },
} as const satisfies Readonly<Record<string, PreviewPage>>
