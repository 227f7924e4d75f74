// Shorter keys are no secrets, but words such as `ollama` for endpoints without keys.
const secretFromChars = 16

/**
 * A text of the endpoint without the key from the request: an endpoint that repeats its requests would hand the key to
 * the sandbox. It is found as it is, escaped as in JSON, and encoded as in a URL. `always` masks short keys too, in
 * texts that hold no content of an answer.
 */
export const maskKey = (apiKey: string | undefined, text: string, { always = false } = {}): string => {
  if (!apiKey || (!always && apiKey.length < secretFromChars)) return text
  const inJson = JSON.stringify(apiKey).slice(1, -1)
  const inUrl = encodeURIComponent(apiKey.toWellFormed())
  return text.replaceAll(apiKey, '…').replaceAll(inJson, '…').replaceAll(inUrl, '…')
}
