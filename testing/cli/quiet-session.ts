import type { Session } from '../../apps/cli/session.ts'

/** A session for tests, which keeps what was said and printed; `client` is for those that talk to a server. */
export const quietSession = (
  cwd: string,
  client: Session['client'] = () => Promise.reject(new Error('no server here')),
) => {
  const said: string[] = []
  const printed: string[] = []
  const documents: unknown[] = []
  const paint = (_style: unknown, text: string) => text
  const session: Session = {
    output: {
      json: true,
      live: false,
      stderr: process.stderr,
      say: (line) => void said.push(line),
      print: (text) => void printed.push(text),
      document: (value) => void documents.push(value),
      show: (value, lines) => {
        documents.push(value)
        printed.push(...[lines].flat())
      },
      ago: (at) => at.slice(0, 16),
      since: (at) => `since ${at.slice(0, 16)}`,
      paint,
      paintMessage: paint,
    },
    signal: new AbortController().signal,
    environment: {},
    cwd,
    ifInterrupted: () => undefined,
    client,
    close: () => Promise.resolve(),
  }
  return { session, said, printed, documents }
}
