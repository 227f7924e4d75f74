// Pairs first, then halves of pairs and NUL, then any other escape, so that no escaped backslash begins one.
const escapes =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u(?:[dD][89a-fA-F][\da-fA-F]{2}|0000)|\\[^]/g

/** A JSON text whose names and texts are Unicode without NUL, which neither a row nor our own JSON takes. */
export const wellFormedJson = (text: string): string =>
  text.toWellFormed().replaceAll(escapes, (found) => (found.length === 6 ? '\\ufffd' : found))

/**
 * The door for JSON from outside: models, tools, hosts, providers, sandboxes. Texts that hold half of a surrogate pair
 * or NUL, which JSON allows, hold U+FFFD in its place. Throws SyntaxError for another text.
 */
export const foreignJson = (text: string | Buffer): unknown => JSON.parse(wellFormedJson(text.toString()))

/** The value of a JSON text from outside; undefined for another text. */
export const jsonOf = (text: string | Buffer): unknown => {
  try {
    return foreignJson(text)
  } catch {
    return undefined
  }
}

/** The object of a JSON text, after a byte order mark too; undefined for another text. */
export const jsonObject = (text: string | Buffer): Record<string, unknown> | undefined => {
  const value = jsonOf(text.toString().replace(/^\uFEFF/, ''))
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

/** The one object in a model's answer, which puts words or a fence around it; undefined without one. */
export const jsonWithin = (answer: string) => jsonObject(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1))
