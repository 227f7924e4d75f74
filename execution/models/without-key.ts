// Shorter ones are no secrets, but words such as `ollama` that endpoints without keys are given.
const secretFromChars = 16

/**
 * A text of the endpoint without the key that it was sent: one that repeats its requests, as some do that look for
 * faults, would hand the key to the sandbox. `always` also takes short keys out, where no content can be spoilt.
 */
export const withoutKey = (apiKey: string | undefined, text: string, { always = false } = {}): string =>
  apiKey && (always || apiKey.length >= secretFromChars) ? text.replaceAll(apiKey, '…') : text
