/** The value of a JSON text; undefined for another text. */
export const jsonOf = (text: string | Buffer): unknown => {
  try {
    return JSON.parse(text.toString())
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
