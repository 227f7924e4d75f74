interface TrustedTypes {
  createPolicy(name: string, rules: Record<'createHTML' | 'createScriptURL', (given: string) => string>): unknown
}

const refuse = (what: string): never => {
  throw new TypeError(`${what} is not allowed in this page`)
}

/**
 * Meets the policy that the server sends: no markup passes, and only script addresses of our own files. Source: W3C
 * Trusted Types, default policy.
 */
export const openPolicy = (): void => {
  const page = globalThis as unknown as { trustedTypes?: TrustedTypes }
  page.trustedTypes?.createPolicy('default', {
    createHTML: () => refuse('Markup'),
    createScriptURL: (url) =>
      new URL(url, location.href).href.startsWith(`${location.origin}/console/assets/`) ? url : refuse('A script'),
  })
}
