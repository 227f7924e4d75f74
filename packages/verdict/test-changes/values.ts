/** Numbers of code that are no part of a name. */
export const numbers = /(?<![\w.])\d+(?:[.]\d+)?(?![\w.])/g

const values = new RegExp(`(["'\`])((?:(?!\\1)[^\\\\\\n]|\\\\.)*)\\1|${numbers.source}`, 'g')

/** Texts and numbers of code without comments, without their quotes. */
export const valuesIn = (code: string): string[] =>
  [...code.matchAll(values)].map(([whole, , quoted]) => quoted ?? whole)
