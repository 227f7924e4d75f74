/** For one request to a provider, all of it. */
export const requestMs = 15_000
