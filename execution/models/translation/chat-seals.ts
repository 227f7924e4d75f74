/** The seal of a thought that came in a list of content, and goes back in one. */
export const listSeal = 'list'

// Google's signature of a thought is beside the call that it led to, and has to come back there.
const signed = 'google:'

/** The seal of a thought whose signature is beside a call; undefined if it has no signature. */
export const sealOfSignature = (beside: unknown): string | undefined => {
  const signature = (beside as { readonly google?: { readonly thought_signature?: unknown } | null } | null | undefined)
    ?.google?.thought_signature
  return typeof signature === 'string' && signature !== '' ? signed + signature : undefined
}

/** The field beside a call that has the signature again; undefined for any other seal. */
export const signatureOf = (seal: string): object | undefined =>
  seal.startsWith(signed) ? { google: { thought_signature: seal.slice(signed.length) } } : undefined
