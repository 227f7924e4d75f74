/** For one request to a provider, all of it. */
export const requestMs = 15_000

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export const isMethod = (method: string): method is (typeof methods)[number] =>
  (methods as readonly string[]).includes(method)
