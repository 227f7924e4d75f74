/** Addresses of this server as people see them. */
export interface Links {
  /** The whole address of a path, which begins with a slash. */
  readonly linkTo: (path: string) => string
  /** Where the server listens, once it does: what links lead to where no public address is set. */
  readonly listensAt: (baseUrl: string) => void
}

export const openLinks = (publicUrl: string | undefined): Links => {
  let known = publicUrl
  return {
    linkTo: (path) => {
      if (known === undefined) throw new Error('linkTo() was called before the server listens')
      return known + path
    },
    listensAt: (baseUrl) => void (known ??= baseUrl),
  }
}
