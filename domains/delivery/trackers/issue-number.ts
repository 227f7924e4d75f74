/** How the conversation below an issue of a code host is called. */
export const issueSessionKey = (codeHostId: string, fullName: string, number: number): string =>
  `${codeHostId} ${fullName}#${number}`.slice(0, 200)

/** The number of the issue in such a name; undefined if it has none. */
export const issueNumber = (sessionKey: string): number | undefined => {
  const digits = /#(\d{1,9})$/.exec(sessionKey)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
