interface TrustedTypes {
  createPolicy(name: string, rules: Record<'createHTML' | 'createScriptURL', (given: string) => string>): unknown
}

const refuse = (what: string): never => {
  throw new TypeError(`${what} is not allowed in this page`)
}

/**
 * Meets the policy that the server sends: styles that libraries make get its nonce, which is given back, and of markup
 * and scripts only what cannot be markup, and our own files, pass. Source: W3C Trusted Types, default policy.
 */
export const openPolicy = (): string => {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
  const page = globalThis as unknown as { trustedTypes?: TrustedTypes; __webpack_nonce__: string }
  // Dialogs lock scrolling through a package that asks only this.
  page.__webpack_nonce__ = nonce
  page.trustedTypes?.createPolicy('default', {
    // Mantine sets the text of style elements as markup.
    createHTML: (text) => (text.includes('<') ? refuse('Markup') : text),
    createScriptURL: (url) =>
      new URL(url, location.href).href.startsWith(`${location.origin}/console/assets/`) ? url : refuse('A script'),
  })
  return nonce
}
