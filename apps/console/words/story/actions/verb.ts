/** The words for an action, and for an attempt. */
export type Verb = readonly [done: string, tried: string]

/** A phrase whose verb stands before its object, as in English. */
export const verbFirst = (done: string, tried: string, object: string): Verb => [
  `${done} ${object}`,
  `${tried} ${object}`,
]

/** A phrase whose verb stands behind its object, as in German. */
export const verbLast = (object: string, done: string, tried: string): Verb => [
  `${object} ${done}`,
  `${object} ${tried}`,
]
