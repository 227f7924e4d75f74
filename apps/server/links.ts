import { ownOrigin } from '../../platform/http/index.ts'

/** Addresses of this server as people see them. */
export interface Links {
  /** The whole address of a path, which begins with a slash. */
  readonly linkTo: (path: string) => string
  /** A client's name for this server, from the `Host` of its request. */
  readonly originFor: (host: string | undefined) => string
  /** Reports the address at which the server listens, once it does: the target of links if no public address is set. */
  readonly listensAt: (baseUrl: string) => void
}

interface Listening {
  readonly publicUrl?: string | undefined
  readonly host: string
}

export const openLinks = ({ publicUrl, host: listensOn }: Listening): Links => {
  let known = publicUrl
  const linkTo = (path: string) => {
    if (known === undefined) throw new Error('linkTo() was called before the server listens')
    return known + path
  }
  return {
    linkTo,
    originFor: (host) => ownOrigin(host, { publicOrigin: publicUrl, listensOn }, () => new URL(linkTo('/')).origin),
    listensAt: (baseUrl) => void (known ??= baseUrl),
  }
}
