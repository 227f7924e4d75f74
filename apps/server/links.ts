import { ownOrigin } from '../../platform/http/index.ts'

/** Addresses of this server as people see them. */
export interface Links {
  /** The whole address of a path that begins with a slash. */
  readonly linkTo: (path: string) => string
  /** The origin by which a client reached this server, from the `Host` of its request. */
  readonly originFor: (host: string | undefined) => string
  /** Sets the address for links if no public one is configured. Call it once the server listens. */
  readonly setListenAddress: (baseUrl: string) => void
}

interface LinkOptions {
  readonly publicUrl?: string | undefined
  readonly host: string
}

export const openLinks = ({ publicUrl, host: listensOn }: LinkOptions): Links => {
  let baseUrl = publicUrl
  const linkTo = (path: string) => {
    if (baseUrl === undefined) throw new Error('linkTo() was called before the server listens')
    return baseUrl + path
  }
  return {
    linkTo,
    originFor: (host) => ownOrigin(host, { publicOrigin: publicUrl, listensOn }, () => new URL(linkTo('/')).origin),
    setListenAddress: (url) => {
      baseUrl ??= url
    },
  }
}
