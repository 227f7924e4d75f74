/** The forms of a secret in a text: unchanged, as JSON, URLs, base64 and hex write it, and a part of it. */
export const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  const inJson = JSON.stringify(secret).slice(1, -1)
  const packed = (['base64', 'base64url'] as const).flatMap((encoding) =>
    // The text before it moves the groups of three bytes.
    [0, 1, 2].map((before) =>
      Buffer.concat([Buffer.alloc(before), bytes])
        .toString(encoding)
        .slice(4, 28),
    ),
  )
  return [secret, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(secret), secret.slice(7, 19)].concat(
    packed,
    bytes.toString('hex'),
  )
}

/** The forms of these secrets in a text, in any case. */
export const canariesIn = (secrets: readonly string[], text: string): string[] => {
  const whole = text.toLowerCase()
  return secrets.flatMap(formsOf).filter((form) => whole.includes(form.toLowerCase()))
}
