/** True if a client asks for version 2 of git's protocol. Source: gitprotocol-v2(5), “Git-Protocol”. */
export const isVersion2 = (header: string | undefined): boolean => (header ?? '').split(':').includes('version=2')

/** True if a request asks for commits, rather than for the list of refs. */
export const asksForCommits = (request: Buffer): boolean =>
  /^(command=fetch|want )/.test(request.toString('latin1', 4, 32))
