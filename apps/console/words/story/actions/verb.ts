/** The words for an action, and for an attempt. */
export type Verb = readonly [done: string, tried: string]
