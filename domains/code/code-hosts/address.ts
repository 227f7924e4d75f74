import { FetchRefusal, type Fetcher } from '../../../platform/fetch/index.ts'

/**
 * The address of a code host as it is stored: without a final slash. Undefined where requests may not be sent there: it
 * has to be public and https, or of a host that the operator named as a private one.
 */
export const codeHostAddressOf = (text: string, fetcher: Fetcher): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text)
  if ([search, hash, username, password].some((part) => part !== '')) return undefined
  try {
    const isAllowed = fetcher.judge(origin).isPrivate || protocol === 'https:'
    return isAllowed ? `${origin}${pathname.replace(/\/{1,99}$/, '')}` : undefined
  } catch (error) {
    if (error instanceof FetchRefusal) return undefined
    throw error
  }
}

export const wrongAddress = {
  path: 'baseUrl',
  message: 'has to be a public https address without user, query or fragment, such as https://git.example.com',
  rule: 'address',
}

/** Where a code host is unless it is named; Gitea and Forgejo are at addresses of their own. */
export const defaultAddresses = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  gitea: undefined,
} as const
