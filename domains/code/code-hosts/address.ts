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
