/**
 * The host of an endpoint, by its name in records: the bare host, or the host behind a name of the workspace's, in
 * brackets.
 */
const hostOf = (endpoint: string): string => {
  const inBrackets = endpoint.endsWith(')') ? endpoint.slice(endpoint.lastIndexOf('(') + 1, -1) : endpoint
  return inBrackets.replace(/:\d{1,5}$/, '')
}

/** Whether an endpoint, given by its name in records, is of the maker with this domain. */
export const isOf = (endpoint: string, domain: string): boolean => {
  const host = hostOf(endpoint)
  return host === domain || host.endsWith(`.${domain}`)
}
